import fs from 'node:fs'
import path from 'node:path'
import { describeEnvironment } from '@marram/server/environment'
import { serviceEnvironments } from '../start/variables'
import { root } from '../workspace'

export const PAGE = path.join(root, 'docs/configuration.md')

const HEADINGS: Record<string, string> = { edge: 'Edge', api: 'API', releases: 'Registry' }

/** `docs/configuration.md`, the tables of the services made from what these read. */
export function configurationPage(): string {
  let page = fs.readFileSync(PAGE, 'utf8')
  for (const [service, schema] of Object.entries(serviceEnvironments)) {
    const rows = describeEnvironment(schema).map(
      ({ name, standard, description }) => `| \`${name}\` |${standard && ` \`${standard}\``} | ${description} |`,
    )
    const start = page.indexOf('|---', page.indexOf(`\n## ${HEADINGS[service]}\n`))
    const end = page.indexOf('\n\n', start)
    page = [page.slice(0, start), '|---|---|---|\n', rows.join('\n'), page.slice(end)].join('')
  }
  return page
}
