import path from 'node:path'
import {
  amount,
  dataFolder,
  describeEnvironment,
  type EnvironmentSchema,
  internalBind,
  metricsPort,
  parseEnvironment,
  port,
} from '@marram/server/environment'
import { z } from 'zod'
import { apiEnvironment } from '../../api/src/settings'
import { edgeEnvironment } from '../../edge/src/settings'
import { releasesEnvironment } from '../../releases/src/settings'
import { root, UsageError } from '../workspace'

/** What each service reads, by its name. */
export const serviceEnvironments: Record<string, EnvironmentSchema> = {
  edge: edgeEnvironment,
  api: apiEnvironment,
  releases: releasesEnvironment,
}

/** `npm run start:edge -- --help`: the variables that a service reads, with their defaults. */
export function serviceHelp(service: string): void {
  process.stdout.write(`npm run start:${service} reads these variables:\n\n`)
  for (const { name, standard, description } of describeEnvironment(serviceEnvironments[service] as EnvironmentSchema))
    process.stdout.write(`${name}${standard && ` (${standard})`}\n    ${description}\n`)
}

/** A start of the whole site sets these itself, the address where none is given. */
const setByStart = ({ PUBLIC_URL }: NodeJS.ProcessEnv) => ({
  ...{ RELEASES_URL: undefined, LIVE_RELOAD: undefined },
  PUBLIC_URL: PUBLIC_URL || 'http://localhost',
})

/** Refuses, in one line for each, the variables with which a service would not start. */
export function checkServiceVariables(given: NodeJS.ProcessEnv): void {
  const lines = new Set<string>()
  for (const schema of Object.values(serviceEnvironments)) {
    const read = parseEnvironment(schema, { ...given, ...setByStart(given) })
    if (!read.success) for (const line of read.lines) lines.add(line)
  }
  if (lines.size > 0) throw new UsageError([...lines].join('\n'))
}

/** No free one: others look for it where it was chosen. */
const chosenPort = amount(1, 65_535)

const siteEnvironment = z.object({
  PORT: chosenPort.default(3000),
  BIND: z.string().default('127.0.0.1'),
  MARRAM_DATA: dataFolder,
  API_PORT: chosenPort.optional(),
  RELEASES_PORT: chosenPort.optional(),
  CONSOLE_PORT: port.default(3003),
  PREVIEW_PORT: port.default(3004),
  DEV_PORT: port.default(4001).describe('npm run dev -- PART: the site with parts as they are edited'),
  INTERNAL_BIND: internalBind,
  METRICS_PORT: metricsPort,
})
export type SiteSettings = z.output<typeof siteEnvironment>

/** What `npm start` and `npm run dev` read themselves. Refuses what a service would refuse later. */
export function siteSettings(): SiteSettings {
  const read = parseEnvironment(siteEnvironment, process.env)
  if (!read.success) throw new UsageError(read.lines.join('\n'))
  checkServiceVariables(process.env)
  const { PORT, API_PORT, RELEASES_PORT, CONSOLE_PORT, PREVIEW_PORT, MARRAM_DATA } = read.data
  // 0 is a free one.
  const ports = [PORT, API_PORT, RELEASES_PORT, CONSOLE_PORT, PREVIEW_PORT].filter(Boolean)
  if (new Set(ports).size < ports.length)
    throw new UsageError('PORT, CONSOLE_PORT, PREVIEW_PORT, API_PORT and RELEASES_PORT must differ')
  return { ...read.data, MARRAM_DATA: path.resolve(root, MARRAM_DATA) }
}
