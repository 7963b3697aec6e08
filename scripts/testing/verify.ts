import fs from 'node:fs'
import path from 'node:path'
import { findPostgres } from '../machine/postgres'
import { root, UsageError } from '../workspace'
import { type Ran, runKind, summary, total } from './test-summary'
import { browserTests, say, vitest } from './test-tools'
import { BOTH_ENGINES, EXPECTED, EXPECTED_ON_SERVER } from './verify-cells'
import { cleanCommit, type Found, keep, keptOf } from './verify-kept'
import { browserRows, gaps, missingRows, type Row, rareRows, table, vitestRows } from './verify-rows'

const RESULTS = 'e2e/verify/results.md'
const KEPT = path.join(root, '.cache/verify')
const NO_SERVER = 'PostgreSQL is not installed'
/** How much more often than in `npm test` something is drawn by lot. */
const TIMES = '5'
const KILLS = '20'
/** The projects of `e2e/rare.config.ts`. */
const RARE = ['commands', 'journeys']
const MOST_MS = 60 * 60_000
/** Processes that are killed while they write, broken requests of every kind, and tokens, addresses and data that somebody is after. */
export const ON_DATABASES = [
  'api/src/kill.test.ts',
  'api/src/http/bad-requests.test.ts',
  'api/src/http/bad-addresses.test.ts',
  'api/src/http/bad-connections.test.ts',
  'api/src/uploads/interrupted.test.ts',
  'releases/src/restart.test.ts',
  'releases/src/http/any-input.test.ts',
  'releases/src/closed-data.test.ts',
  'releases/src/access/roles-and-calls.test.ts',
  'releases/src/access/releasers.test.ts',
  'releases/src/console/console-origin.test.ts',
  'releases/src/console/session.test.ts',
  'releases/src/live/addresses.test.ts',
  'releases/src/publishing/file-rights.test.ts',
  'api/src/accounts/sessions.test.ts',
  'api/src/people/person.test.ts',
  'shared/server/src/db/durability.test.ts',
  'shared/server/src/db/disk-full.test.ts',
  'shared/server/src/http/broken-requests.test.ts',
]

/** What needs no database. */
export const ON_CODE = [
  'edge/src/http/any-address.test.ts',
  'edge/src/telemetry/any-report.test.ts',
  'edge/src/http/connections.test.ts',
  'edge/src/compositions/shares.test.ts',
  'edge/src/rendering/hostile-section.test.ts',
  'edge/src/rendering/render-isolation.test.ts',
  'edge/src/closed-data.test.ts',
  'edge/src/release-files/file-rights.test.ts',
  'edge/src/http/upstream-headers.test.ts',
  'edge/src/previews/preview-origin.test.ts',
  'shared/rendering/src/api-calls.test.ts',
  'mfe-events/src/registration/any-form.test.tsx',
]

/** Vitest's report does not have the reason why a test was left out. */
const LEFT_OUT = { 'disk-full.test.ts': 'this user may not mount a small disk' }

/**
 * Every line of the reliability table in full; writes what came of it, cell by cell. With names: these kinds alone, and the
 * table once all kinds were run on the same site: on commits that differ in tests, documents and measurements alone.
 */
export async function verify(names: string[] = []): Promise<void> {
  const endAt = Date.now() + MOST_MS
  const clean = cleanCommit(root, RESULTS)
  const founds: Found[] = []
  const kinds: string[] = []
  const isWhole = names.length === 0
  let rows: Row[] = []
  const run = async (kind: string, work: Parameters<typeof runKind>[1]) => {
    kinds.push(kind)
    if (!isWhole && !names.includes(kind)) return
    rows = []
    const found = { ran: await runKind(kind, work), rows, commit: clean?.commit }
    founds.push(found)
    if (clean) keep(KEPT, { site: clean.site, kind, found })
  }
  const postgres = findPostgres(say)
  const onEngines = { TEST_ENGINES: 'all', ...(postgres && { POSTGRES_BIN: postgres }) }
  const expected = postgres ? [...EXPECTED, ...EXPECTED_ON_SERVER] : EXPECTED
  await run('kills and bad input', () =>
    vitest('database', {
      args: ON_DATABASES,
      environment: { ...onEngines, TEST_KILL_ROUNDS: KILLS, TEST_RUNS: TIMES },
      endAt,
      read: (report) => rows.push(...vitestRows(report, LEFT_OUT)),
    }),
  )
  await run('everything else that needs a database', () =>
    vitest('database', {
      environment: { ...onEngines, TEST_EXCEPT: ON_DATABASES.join(',') },
      retries: 1,
      endAt,
      read({ numFailedTests: failed, numPassedTests: passed }) {
        const status = failed > 0 ? 'failed' : 'held'
        if (postgres) rows.push({ what: BOTH_ENGINES, status, note: `${passed} held, ${failed} failed` })
        else rows.push({ what: 'all of this on a PostgreSQL server', status: 'not done', note: NO_SERVER })
      },
    }),
  )
  await run('bad input to the edge', () =>
    vitest('code', {
      args: ON_CODE,
      environment: { TEST_RUNS: TIMES },
      endAt,
      read: (report) => rows.push(...vitestRows(report)),
    }),
  )
  await run('faults, outages, axe', () =>
    browserTests({
      config: 'verify.config.ts',
      environment: { TEST_KILL_ROUNDS: KILLS, TEST_EVERY_PAGE: 'all' },
      endAt,
      read: (report) => rows.push(...browserRows(report)),
    }),
  )
  await run('thirty releases', () =>
    browserTests({ config: 'thirty-releases.config.ts', endAt, read: (report) => rows.push(...browserRows(report)) }),
  )
  for (const project of RARE)
    await run(`slow and rare: ${project}`, () =>
      browserTests({
        config: 'rare.config.ts',
        project,
        environment: { TEST_EVERY_PAGE: 'all' },
        development: true,
        endAt,
        read: (report) => rows.push(...rareRows(report)),
      }),
    )
  if (founds.length === 0) throw new UsageError(`There is no kind "${names[0]}". There are: ${kinds.join(', ')}`)
  const all = isWhole || !clean ? founds : keptOf(KEPT, clean.site, kinds)
  const isFull = all.length === kinds.length
  const of = isFull ? all : founds
  const shown = of.flatMap((found) => found.rows)
  if (isFull) shown.push(...missingRows(shown, expected))
  const ran = of.map((found) => found.ran)
  const commits = [...new Set(of.map(({ commit }) => commit ?? 'changes that no commit has'))]
  const text = results(shown, ran, commits)
  if (isFull) fs.writeFileSync(path.join(root, RESULTS), text)
  process.stdout.write(`\n${text}`)
  if (!isFull && !clean)
    process.stdout.write('Nothing of this is kept for the whole table: there are changes that no commit has.\n')
  const open = gaps(shown, expected)
  for (const { what, note } of open)
    process.stdout.write(`The table is not full: ${what}: ${note || 'nothing came of it'}\n`)
  process.exitCode = total(ran).failed > 0 || count(shown, 'failed') > 0 || open.length > 0 ? 1 : 0
}

const count = (rows: Row[], status: Row['status']) => rows.filter((row) => row.status === status).length

const results = (rows: Row[], ran: Ran[], commits: string[]) => `# What holds when things break

Written by \`npm run verify\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}. ${KILLS} kills of each
kind of writer: everybody at the API, a team that promotes, the embedded database alone. ${TIMES} times as many
requests drawn by lot as in \`npm test\`. ${count(rows, 'held')} held, ${count(rows, 'failed')} failed, ${count(rows, 'not done')} were not done.

Of ${commits.join(' and ')}${commits.length > 1 ? ', which differ in tests, documents and measurements alone' : ''}.

${table(rows)}

\`\`\`
${summary(ran)}\`\`\`
`
