import path from 'node:path'
import { describeEnvironment, type EnvironmentSchema, parseEnvironment, port } from '@marram/server/environment'
import { z } from 'zod'
import { root, UsageError } from '../workspace'

/** What each service reads, by the name of its command. */
const services: Record<string, () => Promise<EnvironmentSchema>> = {
  'start-edge': async () => (await import('../../edge/src/settings')).edgeEnvironment,
  'start-api': async () => (await import('../../api/src/settings')).apiEnvironment,
  'start-releases': async () => (await import('../../releases/src/settings')).releasesEnvironment,
}

/** `npm run start:edge -- --help`: the variables that a service reads, with their defaults. */
export async function serviceHelp(name: string): Promise<void> {
  const schema = await services[name]?.()
  if (!schema) return
  process.stdout.write(`npm run ${name.replace('-', ':')} reads these variables:\n\n`)
  for (const { name, standard, description } of describeEnvironment(schema))
    process.stdout.write(`${name}${standard && ` (${standard})`}\n    ${description}\n`)
}

/** A start of the whole site sets these itself. */
const setByStart = { RELEASES_URL: undefined, LIVE_RELOAD: undefined }

/** Refuses, in one line for each, the variables with which a service would not start. */
export async function checkServiceVariables(given: NodeJS.ProcessEnv = process.env): Promise<void> {
  const lines = new Set<string>()
  for (const schema of Object.values(services)) {
    const read = parseEnvironment(await schema(), { ...given, ...setByStart })
    if (!read.success) for (const line of read.lines) lines.add(line)
  }
  if (lines.size > 0) throw new UsageError([...lines].join('\n'))
}

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
export async function siteVariables() {
  const set = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const read = variables.safeParse(set)
  if (!read.success) {
    const lines = read.error.issues.map(
      ({ path: [name], message }) => `${String(name)} ${message}: ${set[String(name)]}`,
    )
    throw new UsageError([...new Set(lines)].join('\n'))
  }
  await checkServiceVariables()
  const { PORT, BIND, MARRAM_DATA, API_PORT, RELEASES_PORT, CONSOLE_PORT } = read.data
  // A console port of 0 is a free one.
  const ports = [PORT, API_PORT, RELEASES_PORT, CONSOLE_PORT || undefined].filter((port) => port !== undefined)
  if (new Set(ports).size < ports.length)
    throw new UsageError('PORT, CONSOLE_PORT, API_PORT and RELEASES_PORT must differ')
  return { port: PORT, consolePort: CONSOLE_PORT, bind: BIND, data: path.resolve(root, MARRAM_DATA) }
}
