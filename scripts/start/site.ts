import type { Built } from '@marram/build/build-part'
import { sourcesOf } from '@marram/release-contract/version'
import { sandboxReport } from '../../shared/rendering/src/processes'
import { buildConsole, buildPart } from '../release/build-part'
import { ensureTrust } from '../release/first-trust'
import { liveParts, type Registry, releasePart } from '../release/release-part'
import { parts } from '../workspace'
import { type Done, openData, readDone, writeDone } from './data-folder'
import {
  applyContent,
  buildServices,
  siteEnvironment,
  startEdge,
  startRegistry,
  startService,
  tryPorts,
} from './site-services'
import { Supervisor } from './supervisor'
import type { SiteSettings } from './variables'

/** `console`: its origin. */
export type Site = { url: string; console: string; registry: Registry }

/**
 * Builds, publishes, prepares and runs the whole site. Everything that can be wrong is reported before anything is changed.
 * Once `stopped` is aborted the services are stopped in order and the process ends, also in the middle of a start.
 */
export async function startSite(
  settings: SiteSettings,
  stopped: AbortSignal,
  { development = false } = {},
): Promise<Site> {
  const data = settings.MARRAM_DATA
  const lock = await openData(data, () => tryPorts(settings))
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
    const outcome = (isBuilt: boolean) => (isBuilt ? 'built' : 'unchanged')
    await step('Building the console', buildConsole, outcome)
    await step('Building the services', buildServices, outcome)
    const environment = await siteEnvironment(settings, development)
    // Both databases at once: there are two cores.
    const api = startService(supervisor, 'api', environment)
    api.catch(() => 'reported below, where it is awaited')
    const started = await step('Registry', () => startRegistry(supervisor, environment), 'running')
    const registry = await ensureTrust(started, data)
    await releaseAll(built, registry, done, data)
    await step('API and database', () => api, 'running')
    const before = done.content
    done.content = await step(
      'Content',
      () => applyContent(environment, before),
      (now) => (now === before ? 'unchanged' : 'applied'),
    )
    writeDone(data, done)
    const url = await step(
      'Edge',
      () => startEdge(supervisor, environment),
      `pages can be served; ${sandboxReport().message}`,
    )
    return { url, console: environment.CONSOLE_URL, registry }
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
  const outcome = ({ built, version }: Built) => (built ? `built ${version}` : `unchanged, ${version}`)
  for (const part of parts()) all.push(await step(`Building ${part}`, () => buildPart(part, { development }), outcome))
  return all
}

/** A part is released when its sources have changed since this data was last started: what a release manager did since stays. */
async function releaseAll(built: Built[], registry: Registry, done: Done, data: string): Promise<void> {
  const release = async () => {
    // The database may be another one than then.
    const live = await liveParts(registry)
    const changed = built.filter(
      ({ part, version }) => sourcesOf(done.promoted[part]) !== sourcesOf(version) || !live.includes(part),
    )
    const waiting: string[] = []
    for (const each of changed) {
      const lacks = await releasePart(registry, each, 'npm start')
      if (lacks) {
        waiting.push(`${each.part} needs ${lacks}`)
        continue
      }
      done.promoted[each.part] = each.version
      writeDone(data, done)
    }
    return { live: changed.length - waiting.length, waiting }
  }
  await step('Releases', release, ({ live, waiting }) => {
    const words = live === 0 ? 'unchanged' : `${live} published and live`
    return waiting.length === 0 ? words : `${words}; published, and not live: ${waiting.join(', ')}`
  })
}

/** Prints one line for a step: its title while it runs in a terminal, then its outcome and how long it took. */
async function step<T>(title: string, work: () => Promise<T>, outcome: string | ((result: T) => string)): Promise<T> {
  const startedAt = Date.now()
  const live = process.stdout.isTTY === true
  if (live) process.stdout.write(`  ${title} …`)
  try {
    const result = await work()
    const words = typeof outcome === 'string' ? outcome : outcome(result)
    process.stdout.write(
      `${live ? '\r\u001b[K' : ''}  ${title}: ${words} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)\n`,
    )
    return result
  } catch (error) {
    if (live) process.stdout.write('\n')
    throw error
  }
}
