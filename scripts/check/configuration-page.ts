import { describeEnvironment } from '@marram/server/environment'
import { serviceEnvironments } from '../start/variables'

/** Variables of builds, the command line and tests, which no service reads. */
const TOOLS: [name: string, standard: string, meaning: string][] = [
  [
    'MARRAM_RELEASES_URL',
    'http://localhost:3000',
    'Where `npm run release` finds the registry: the public edge, or the registry itself.',
  ],
  [
    'MARRAM_TOKEN',
    '',
    'The token that `npm run release` sends. Where the site runs, it is read from `MARRAM_DATA/releases/token`.',
  ],
  [
    'MARRAM_VERSION',
    '',
    'The version of a part that is built or published by hand. Without it a build takes the version of its package.json, and `publish` adds a fingerprint.',
  ],
  ['MARRAM_SEED', '20261121', 'Which forms `npm test` invents, fills and sends; it prints the one that it took.'],
  [
    'POSTGRES_BIN',
    '',
    'The folder of PostgreSQL’s programs for `npm test`. Without a server, database tests run on the embedded engine alone.',
  ],
]

const HEADINGS: Record<string, string> = { edge: 'Edge', api: 'API', releases: 'Registry' }

/** `docs/configuration.md`, made from what the services read. */
export function configurationPage(): string {
  const tables = Object.entries(serviceEnvironments).map(([service, schema]) => {
    const rows = describeEnvironment(schema).map(({ name, standard, description }) => row(name, standard, description))
    return `## ${HEADINGS[service]}\n\n${tableOf(rows)}`
  })
  const tools = `## Command line and tests\n\n${tableOf(TOOLS.map((each) => row(...each)))}`
  return `${[INTRODUCTION, ...tables, tools].join('\n\n')}\n`
}

const INTRODUCTION = `# Configuration

Settings are environment variables. They are checked at start, before anything is built or changed, and a wrong value is
reported in one line. An empty variable counts as unset. \`npm start\` and \`npm run dev\` pass yours on to the services,
but they connect the services to each other themselves: they set where the console, the previews and the site are for the edge and
the registry, and give the API and the registry free ports unless you set \`API_PORT\` and \`RELEASES_PORT\`. Of one
\`METRICS_PORT\` the edge has the port itself, the API the next one and the registry the one after it.
Every service also reads \`LOG_LEVEL\` (\`info\`).

This page is made from the code that reads the variables. Do not edit it: \`npx vitest run scripts/check/documents.test.ts -u\` writes it.`

const row = (name: string, standard: string, meaning: string) =>
  `| \`${name}\` |${standard ? ` \`${standard}\`` : ''} | ${meaning} |`

const tableOf = (rows: string[]) => ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n')
