import { JOURNEYS, RARE_CELLS } from '../../e2e/verify/rare/cells'
import { WAYS } from '../../e2e/verify/thirty-releases/candidates'

const PARTS = ['section entry', 'shell entry', 'page chunk', 'shared chunk', 'style', 'server build', 'API call']
const FAULTS = ['404', '500 once', '500 for ever', 'HTML', 'corrupt', 'slow', 'hang']

/** What the reliability table must have, by words that the names of its rows contain: nothing may be left out unseen. */
export const EXPECTED: string[] = [
  ...PARTS.flatMap((part) => FAULTS.map((fault) => `${part} × ${fault}`)),
  // The same of a call that the browser makes; and what an edge does that waits no longer than it usually does.
  ...FAULTS.map((fault) => `API call of the next click × ${fault}`),
  ...['slow', 'hang'].map((fault) => `API call at the edge's usual patience × ${fault}`),
  'API down for a minute',
  'registry down for a minute',
  'database down for a minute',
  'kill -9 of every process in turns, on the embedded database',
  "an API that is killed while everybody writes ('embedded')",
  'does not lose an acknowledged promotion',
  'the embedded database › ',
  'a full disk › ',
  'a file that was changed in transit is refused',
  'a server build that was changed in the registry’s storage is refused',
  "any request ('embedded')",
  "any body ('embedded')",
  'a connection › that sends random bytes does no harm',
  'any request to the release desk',
  'every address gets a response',
  'is accepted, or refused with a message, and leaves nothing about a visitor in the log',
  'a request to API or registry',
  'passes the accessibility checks at every width',
  'a digest for each script and style that it names',
  'changes no page of other sections when it is live',
  'changes nothing for visitors when it is in a preview',
  'a preview has its own process, which ends when the visitor leaves it',
  // Whom one has to trust: tokens, addresses, origins, hosts of an API, other accounts of the machine, a network.
  'roles and calls › ',
  'cannot restore a part that a manager retired',
  'addresses, database ',
  'the origin of the console › ',
  'a session of the console › ',
  'previews have a port of its own › ',
  'a client that requests files of a release',
  'has no header that is not on the list',
  'nothing that an edge writes is readable for other accounts',
  'nothing that a registry writes is readable for other accounts',
  'a render process with all of Node › ',
  'an API call of a render process › ',
  'a request for personal data',
  ...Object.keys(WAYS).map((way) => `a release that ${way}`),
  'no good release of thirty',
  'no byte of other pages',
  'a rollback of one of thirty releases',
  ...Object.values(RARE_CELLS).flat(),
  ...JOURNEYS,
]

/** `npm test` runs each of them on one engine. */
export const BOTH_ENGINES = 'all tests with a database, on the embedded one and on a PostgreSQL server'

/** What only a PostgreSQL server can show. */
export const EXPECTED_ON_SERVER: string[] = [
  BOTH_ENGINES,
  'with DATABASE_URL the whole site keeps its data on a PostgreSQL server',
  'kill -9 of every process in turns, on a PostgreSQL server',
  "an API that is killed while everybody writes ('server')",
  'an API that is killed between image and row (server)',
]
