import path from 'node:path'
import { port } from '@marram/server/environment'
import { z } from 'zod'
import { root, UsageError } from '../workspace'
import { checkServiceVariables } from './service-variables'
import { type SiteSettings, startSite } from './site'
import { stopSignal } from './stopping'

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
  CONSOLE_PORT: port.default(3003),
})

/** What `npm start` and `npm run dev` read themselves. Refuses what a service would refuse later. */
export async function siteVariables(): Promise<Pick<SiteSettings, 'port' | 'consolePort' | 'bind' | 'data'>> {
  const set = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const read = variables.safeParse(set)
  if (!read.success) {
    const said = read.error.issues.map(
      ({ path: [name], message }) => `${String(name)} ${message}: ${set[String(name)]}`,
    )
    throw new UsageError([...new Set(said)].join('\n'))
  }
  await checkServiceVariables()
  const { PORT, BIND, MARRAM_DATA, API_PORT, RELEASES_PORT, CONSOLE_PORT } = read.data
  // A console port of 0 is a free one.
  const ports = [PORT, API_PORT, RELEASES_PORT, CONSOLE_PORT || undefined].filter((port) => port !== undefined)
  if (new Set(ports).size < ports.length)
    throw new UsageError('PORT, CONSOLE_PORT, API_PORT and RELEASES_PORT must differ')
  return { port: PORT, consolePort: CONSOLE_PORT, bind: BIND, data: path.resolve(root, MARRAM_DATA) }
}

/** `npm start`: the whole site, as in production, until Ctrl-C. */
export async function start(): Promise<void> {
  const settings = await siteVariables()
  process.stdout.write('Starting Marram\n')
  const site = await startSite({ ...settings, development: false }, stopSignal())
  process.stdout.write(`Release desk: ${site.console}/console\n`)
  process.stdout.write(`Marram is ready: ${site.url}\n`)
}
