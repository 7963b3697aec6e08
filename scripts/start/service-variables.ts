import { type EnvironmentSchema, parseEnvironment } from '@marram/server/environment'
import { UsageError } from '../workspace'

/** What each service reads, by the name of its command. */
export const serviceVariables: Record<string, () => Promise<EnvironmentSchema>> = {
  'start-edge': async () => (await import('../../edge/src/settings')).edgeEnvironment,
  'start-api': async () => (await import('../../api/src/settings')).apiEnvironment,
  'start-releases': async () => (await import('../../releases/src/settings')).releasesEnvironment,
}

/** What a start of the whole site sets itself. */
const ours = { RELEASES_URL: undefined, LIVE_RELOAD: undefined }

/** Refuses, in one line for each, the variables with which a service would not start. */
export async function checkServiceVariables(given: NodeJS.ProcessEnv = process.env): Promise<void> {
  const lines = new Set<string>()
  for (const schema of Object.values(serviceVariables)) {
    const read = parseEnvironment(await schema(), { ...given, ...ours })
    if (!read.success) for (const line of read.lines) lines.add(line)
  }
  if (lines.size > 0) throw new UsageError([...lines].join('\n'))
}
