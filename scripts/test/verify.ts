import fs from 'node:fs'
import path from 'node:path'
import { findPostgres } from '../machine/postgres'
import { root } from '../workspace'
import { type Ran, summary, total } from './test-summary'
import { browserTests, say, vitest } from './test-tools'
import { BOTH_ENGINES, EXPECTED, EXPECTED_ON_SERVER } from './verify-cells'
import { browserRows, isComplete, missingRows, notDone, type Row, table, vitestRows } from './verify-rows'

const RESULTS = path.join(root, 'e2e/verify/results.md')
/** How much more often than in `npm test` something is drawn by lot. */
const TIMES = '5'
const KILLS = '20'
const MOST_MS = 60 * 60_000
/** Processes that are killed while they write, broken requests of every kind. */
export const ON_DATABASES = [
  'api/src/kill.test.ts',
  'api/src/http/bad-requests.test.ts',
  'api/src/http/bad-addresses.test.ts',
  'api/src/http/bad-connections.test.ts',
  'api/src/uploads/interrupted.test.ts',
  'releases/src/restart.test.ts',
  'releases/src/http/any-input.test.ts',
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
]

/** Vitest does not tell why it leaves a test out. */
const LEFT_OUT = { 'disk-full.test.ts': 'this user may not mount a small disk' }

/** Every line of the reliability table in full; writes what came of it, cell by cell. */
export async function verify(): Promise<void> {
  const endAt = Date.now() + MOST_MS
  const rows: Row[] = []
  const ran: Ran[] = []
  const run = async (name: string, work: () => Promise<Ran['count']>) => {
    process.stdout.write(`\n${name}\n`)
    const startedAt = Date.now()
    ran.push({ name, count: await work(), ms: Date.now() - startedAt })
    // Half a table is more than none, where what follows takes its process along.
    fs.writeFileSync(RESULTS, results(rows, ran))
  }
  const postgres = findPostgres(say)
  if (!postgres)
    rows.push({ what: 'all of this on a PostgreSQL server', status: 'not done', said: 'PostgreSQL is not installed' })
  const onEngines = { TEST_ENGINES: 'all', ...(postgres && { POSTGRES_BIN: postgres }) }
  const expected = postgres ? [...EXPECTED, ...EXPECTED_ON_SERVER] : EXPECTED
  await run('kills and bad input', () => {
    const environment = { ...onEngines, TEST_KILL_ROUNDS: KILLS, TEST_RUNS: TIMES }
    return vitest('database', {
      ...{ environment, args: ON_DATABASES, endAt },
      read: (report) => void rows.push(...vitestRows(report, LEFT_OUT)),
    })
  })
  await run('everything else that needs a database', () =>
    vitest('database', {
      ...{ environment: onEngines, args: ON_DATABASES.map((file) => `--exclude=${file}`), retries: 1, endAt },
      read({ numFailedTests: failed, numPassedTests: passed }) {
        const status = failed > 0 ? 'failed' : 'held'
        if (postgres) rows.push({ what: BOTH_ENGINES, status, said: `${passed} held, ${failed} failed` })
      },
    }),
  )
  await run('bad input to the edge', () =>
    vitest('code', {
      ...{ environment: { TEST_RUNS: TIMES }, args: ON_CODE, endAt },
      read: (report) => void rows.push(...vitestRows(report)),
    }),
  )
  await run('faults, outages, axe', () =>
    browserTests({
      config: 'verify.config.ts',
      read: (report) => void rows.push(...browserRows(report)),
      endAt,
      environment: { TEST_KILL_ROUNDS: KILLS, TEST_EVERY_PAGE: 'all' },
    }),
  )
  await run('slow and rare', () =>
    browserTests({
      config: 'rare.config.ts',
      // What held is no cell of the table.
      read: (report) => void rows.push(...browserRows(report).filter(({ status }) => status !== 'held')),
      development: true,
      endAt,
      environment: { TEST_EVERY_PAGE: 'all' },
    }),
  )
  rows.push(...missingRows(rows, expected))
  fs.writeFileSync(RESULTS, results(rows, ran))
  process.stdout.write(`\n${results(rows, ran)}`)
  for (const { what, said } of notDone(rows, expected))
    process.stdout.write(`The table is not full: ${what}: ${said || 'nothing came of it'}\n`)
  process.exitCode = total(ran).failed > 0 || !isComplete(rows, expected) ? 1 : 0
}

const count = (rows: Row[], status: Row['status']) => rows.filter((row) => row.status === status).length

const results = (rows: Row[], ran: Ran[]) => `# What holds when things break

Written by \`npm run verify\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}. ${KILLS} kills of each
kind of writer: everybody at the API, a team that promotes, the embedded database alone. ${TIMES} times as many
requests drawn by lot as in \`npm test\`. ${count(rows, 'held')} held, ${count(rows, 'failed')} failed, ${count(rows, 'not done')} were not done.

${table(rows)}

\`\`\`
${summary(ran)}\`\`\`
`
