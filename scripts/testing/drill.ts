import fs from 'node:fs'
import path from 'node:path'
import { findPostgres } from '../machine/postgres'
import { buildProgram } from '../start/build-program.mjs'
import { root, UsageError } from '../workspace'
import { drillCanFail } from './drill-can-fail'
import { type Ran, runKind, summary, total } from './test-summary'
import { browserTests, say } from './test-tools'
import { browserRows, type Row, table } from './verify-rows'

const RESULTS = 'e2e/drill/results.md'
const MOST_MS = 40 * 60_000
/** What the machines of the drill are made of besides Node, and the packages of Debian that have it. */
const NEEDED = {
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/varnishd': 'varnish',
  '/usr/bin/pgbackrest': 'pgbackrest',
  '/usr/bin/faketime': 'faketime',
}

/** Runs the site on many machines, which are processes here, breaks them one after another, and writes what came of it. */
export async function drill([kind]: string[] = []): Promise<void> {
  if (kind !== undefined && kind !== 'can-fail')
    throw new UsageError(`There is no drill ${kind}. See npm run drill -- --help.`)
  const missing = Object.entries(NEEDED).flatMap(([program, name]) => (fs.existsSync(program) ? [] : [name]))
  if (!findPostgres(say)) missing.push('postgresql')
  if (missing.length > 0) throw new UsageError(`The drill needs more programs: apt install ${missing.join(' ')}`)
  for (const service of ['edge', 'api', 'releases']) await buildProgram(`${service}/src/main.ts`)
  if (kind === 'can-fail') return drillCanFail()
  let rows: Row[] = []
  const ran = await runKind('drill', () =>
    browserTests({
      config: 'drill.config.ts',
      endAt: Date.now() + MOST_MS,
      read: (report) => {
        rows = browserRows(report)
      },
    }),
  )
  const written = results(rows, ran)
  fs.writeFileSync(path.join(root, RESULTS), written)
  process.stdout.write(`\n${written}`)
  process.exitCode = total([ran]).failed > 0 || rows.some(({ status }) => status !== 'held') ? 1 : 0
}

const results = (rows: Row[], ran: Ran) => `# What holds on many machines

Written by \`npm run drill\` on ${new Date().toISOString().slice(0, 10)}, Node ${process.version}: two HTTP caches, three edges, three APIs, two registries,
two databases and a bucket behind HAProxy, each a process with its own folder and address, on one computer. Visitors read,
search, send forms with images and take part in quizzes all the time, and a team releases. A page has failed if it is not the
one that was asked for, or did not come within five seconds; it is late if it came without its content, which the browser
fetches then. Visitors count.

${table(rows)}

\`\`\`
${summary([ran])}\`\`\`
`
