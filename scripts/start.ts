import path from 'node:path'
import { z } from 'zod'
import { type SiteSettings, startSite } from './site'
import { stopSignal } from './stopping'
import { root, UsageError } from './workspace'

const portNumber = z.coerce
  .number({ error: 'must be a number' })
  .int({ error: 'must be a whole number' })
  .min(1, { error: 'must be 1 to 65535' })
  .max(65_535, { error: 'must be 1 to 65535' })

const variables = z.object({
  PORT: portNumber.default(3000),
  BIND: z.string().default('127.0.0.1'),
  MARRAM_DATA: z.string().default('data'),
  API_PORT: portNumber.optional(),
  RELEASES_PORT: portNumber.optional(),
})

/** What `npm start` and `npm run dev` read themselves; each service checks its own variables. */
export function siteVariables(): Pick<SiteSettings, 'port' | 'bind' | 'data'> {
  const set = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const read = variables.safeParse(set)
  if (read.success)
    return { port: read.data.PORT, bind: read.data.BIND, data: path.resolve(root, read.data.MARRAM_DATA) }
  const lines = read.error.issues.map(({ path: [name], message }) => `${String(name)} ${message}: ${set[String(name)]}`)
  throw new UsageError([...new Set(lines)].join('\n'))
}

/** `npm start`: the whole site, as in production, until Ctrl-C. */
export async function start(): Promise<void> {
  const settings = siteVariables()
  process.stdout.write('Starting Marram\n')
  const site = await startSite({ ...settings, development: false }, stopSignal())
  process.stdout.write(`Marram is ready: ${site.url}\n`)
}
