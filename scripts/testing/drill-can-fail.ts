import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from '../workspace'
import { type BrowserReport, browserTests, say } from './test-tools'
import { browserRows } from './verify-rows'

const RESULTS = 'e2e/drill/can-fail.md'

/** A line of a deploy file that somebody could lose, and the row of the drill that must notice. */
const FAULTS = [
  {
    what: 'HAProxy does not ask whether a service is ready',
    file: 'haproxy.cfg',
    line: '  option httpchk GET /healthz\n',
    instead: '',
    row: 'an edge that starts without registries',
  },
  {
    what: 'the database does not wait for its standby',
    file: 'postgresql.conf',
    line: 'synchronous_commit = on\n',
    instead: 'synchronous_commit = local\n',
    row: 'kill -9 of the primary',
  },
  {
    what: 'the cache keeps a page for each cookie',
    file: 'caches/varnish.vcl',
    line: 'sub vcl_hash {\n',
    instead: 'sub vcl_hash {\n  hash_data(req.http.Cookie);\n',
    row: 'pages come from the caches',
  },
]

/** Breaks one line of the deploy files after the other. Ends with code 1 if the drill does not notice. */
export async function drillCanFail(): Promise<void> {
  const rows: string[] = []
  for (const { what, file, line, instead, row } of FAULTS) {
    say(`${what} …`)
    const deploy = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-deploy-'))
    fs.cpSync(path.join(root, 'deploy'), deploy, { recursive: true })
    const changed = path.join(deploy, file)
    const text = fs.readFileSync(changed, 'utf8')
    if (!text.includes(line)) throw new Error(`${file} has no line ${line}`)
    fs.writeFileSync(
      changed,
      text.replace(line, () => instead),
    )
    let report: BrowserReport | undefined
    await browserTests({
      ...{ config: 'drill.config.ts', specs: ['drill'], title: row, environment: { TEST_DEPLOY: deploy } },
      read: (found) => {
        report = found
      },
    })
    fs.rmSync(deploy, { recursive: true })
    const [found] = browserRows(report ?? {})
    if (found?.status !== 'failed') process.exitCode = 1
    rows.push(`| ${what} (${file}) | ${found?.what ?? row} | ${found?.status ?? 'not done'} | ${found?.note ?? ''} |`)
  }
  const written = `# What the drill notices

Written by \`npm run drill -- can-fail\` on ${new Date().toISOString().slice(0, 10)}: of the deploy files one line is changed at a time, and the row of
the drill that it is for has to fail.

| what was changed | row | it | what came of it |
| --- | --- | --- | --- |
${rows.join('\n')}
`
  fs.writeFileSync(path.join(root, RESULTS), written)
  process.stdout.write(`\n${written}`)
}
