import { buildConsole } from '../release/build-console'
import { type Built, buildPart } from '../release/build-part'
import { liveParts, type Registry, releasePart } from '../release/release-part'
import { parts } from '../workspace'
import { type Done, openData, readDone, writeDone } from './data-folder'
import { step } from './progress'
import {
  applyContent,
  buildServices,
  innerPorts,
  siteOrigins,
  startApi,
  startEdge,
  startRegistry,
  tryPorts,
} from './site-services'
import { Supervisor } from './supervisor'

export type SiteSettings = { port: number; consolePort: number; bind: string; data: string; development: boolean }

/** `console`: its origin. */
export type Site = { url: string; console: string; registry: Registry }

/**
 * Builds, publishes, prepares and runs the whole site. Everything that can be wrong is told before anything is changed.
 * Once `stopped` is aborted the services are stopped in order and the process ends, also in the middle of a start.
 */
export async function startSite(settings: SiteSettings, stopped: AbortSignal): Promise<Site> {
  const { port, consolePort, bind, data, development } = settings
  const lock = await openData(data, () => tryPorts(port, consolePort, bind))
  const supervisor = new Supervisor(data)
  const end = async () => {
    process.stdout.write('\nStopping …\n')
    await supervisor.stop()
    process.exit(0)
  }
  if (stopped.aborted) await end()
  stopped.addEventListener('abort', end)
  const done = readDone(data)
  try {
    const built = await buildAll(development)
    await step('Building the console', async () => {
      const isBuilt = await buildConsole()
      return { result: undefined, said: isBuilt ? 'built' : 'unchanged' }
    })
    await step('Building the services', async () => {
      const anyBuilt = await buildServices()
      return { result: undefined, said: anyBuilt ? 'built' : 'unchanged' }
    })
    const ports = await innerPorts(consolePort)
    const origins = siteOrigins(port, ports)
    // Both databases at once: there are two cores.
    const api = startApi(supervisor, data, ports.api)
    api.catch(() => 'told below, where it is awaited')
    const registry = await step('Registry', async () => ({
      result: await startRegistry(supervisor, { data, ports, origins, development }),
      said: 'running',
    }))
    await releaseAll(built, registry, done, data)
    await step('API and database', async () => ({ result: await api, said: 'running' }))
    await step('Content', async () => {
      const before = done.content
      writeDone(data, Object.assign(done, { content: await applyContent(data, ports.api, before) }))
      return { result: undefined, said: done.content === before ? 'unchanged' : 'applied' }
    })
    const url = await step('Edge', async () => ({
      result: await startEdge(supervisor, { ...settings, ports, origins }),
      said: 'pages can be served',
    }))
    return { url, console: origins.console, registry }
  } catch (error) {
    // What fails because it was stopped is no failure; the process ends in a moment.
    if (stopped.aborted) return new Promise(() => {})
    await supervisor.stop()
    lock.release()
    throw error
  }
}

/** One after the other: two builds at once are no faster on two cores, and their progress could not be read. */
async function buildAll(development: boolean): Promise<Built[]> {
  const all: Built[] = []
  for (const part of parts()) {
    all.push(
      await step(`Building ${part}`, async () => {
        const result = await buildPart(part, { development })
        return { result, said: result.built ? `built ${result.version}` : `unchanged, ${result.version}` }
      }),
    )
  }
  return all
}

/** A part is released when its sources have changed since this data was last started: what a release manager did since stays. */
async function releaseAll(built: Built[], registry: Registry, done: Done, data: string): Promise<void> {
  await step('Releases', async () => {
    // The database may be another one than then.
    const live = await liveParts(registry)
    const changed = built.filter(({ part, version }) => done.promoted[part] !== version || !live.includes(part))
    for (const each of changed) {
      await releasePart(registry, each, 'npm start')
      done.promoted[each.part] = each.version
      writeDone(data, done)
    }
    return { result: undefined, said: changed.length === 0 ? 'unchanged' : `${changed.length} published and live` }
  })
}
