import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compositionFor } from '@marram/release-contract/composition'
import type { SectionRelease, ShellRelease } from '@marram/release-contract/release'
import type { OpenMessage, RenderedPage, ServerBuild } from '@marram/rendering/render-messages'
import { RenderProcessEnded, RenderTimeout, RenderWorker } from '@marram/rendering/render-worker'
import { Semaphore } from '@marram/server/semaphore'
import { fileKey, type ReleaseFiles, readStored } from '../storage'
import { type Check, failed, failedLate, passed, warned } from './check'
import type { StoredRelease } from './own-checks'
import { askWithin, TookTooLong } from './own-time'
import { itemUrls, sampleUrls } from './sample-urls'

/** A shell by itself, or a section beside it. */
export type Pair = { shell: StoredRelease; section?: StoredRelease | undefined }
/**
 * Runs server builds where they can do no harm, and says what came of it. `isAwaited`: whether somebody waits for it;
 * with `stopping` it ends at once, and rejects: that says nothing of the builds.
 */
export type Trial = (pair: Pair, isAwaited: () => boolean, stopping?: AbortSignal) => Promise<Check>

type Limits = {
  openMs: number
  /** Longer than the shell waits for the API. */
  pageMs: number
}
type Settings = { files: ReleaseFiles; folder: string; apiUrl: string; limits?: Limits }

const MEMORY_MB = 256
const LIMITS: Limits = { openMs: 5000, pageMs: 6000 }
/** For all pages together; the report names what is not reached. */
const ALL_MS = 20_000

export function serverTrial(settings: Settings): Trial {
  // One at a time, so that they do not fill two cores. Those that a call waits for go first.
  const semaphore = new Semaphore({ atOnce: 1 })
  return (pair, isAwaited, stopping = new AbortController().signal) =>
    semaphore.run(
      async () => {
        stopping.throwIfAborted()
        try {
          return await tryTwice(settings, pair, stopping)
        } finally {
          stopping.throwIfAborted()
        }
      },
      undefined,
      { isUrgent: isAwaited },
    )
}

/** A full machine ends processes and makes them late: only the second time is it the build. */
async function tryTwice(settings: Settings, pair: Pair, stopping: AbortSignal): Promise<Check> {
  try {
    const check = await tryOnce(settings, pair, stopping)
    if (!check.late) return check
  } catch (error) {
    if (error instanceof TookTooLong) return failedLate('server', error.message)
    if (!(error instanceof RenderProcessEnded)) throw error
  }
  try {
    return await tryOnce(settings, pair, stopping)
  } catch (error) {
    if (error instanceof TookTooLong) return failedLate('server', error.message)
    if (!(error instanceof RenderProcessEnded)) throw error
    return failed('server', `${namesOf(pair)}: the process ended (${error.message}).`)
  }
}

/** Throws TookTooLong, with words for the report, where another try at once would end in the same way. */
async function tryOnce(
  { files, folder, apiUrl, limits = LIMITS }: Settings,
  pair: Pair,
  stopping: AbortSignal,
): Promise<Check> {
  stopping.throwIfAborted()
  const own = join(folder, randomUUID())
  await mkdir(own, { recursive: true })
  const worker = new RenderWorker({ memoryMb: MEMORY_MB, folder: own, onReport: () => {} })
  const end = () => worker.kill()
  stopping.addEventListener('abort', end)
  try {
    stopping.throwIfAborted()
    const builds = { shell: await copied(files, own, pair.shell), section: undefined as ServerBuild | undefined }
    if (pair.section) builds.section = await copied(files, own, pair.section)
    const open = openMessage(pair, builds, apiUrl)
    try {
      await askWithin(worker, { kind: 'open', open }, limits.openMs)
      await askWithin(worker, { kind: 'frame', composition: open.composition.id }, limits.pageMs)
    } catch (error) {
      if (error instanceof RenderProcessEnded) throw error
      const words = `${namesOf(pair)}: ${firstLine(error)}.`
      if (error instanceof TookTooLong) throw new TookTooLong(words, { cause: error })
      return failure(error)('server', words)
    }
    if (!pair.section) return linked(pair)
    return await pagesCheck({ worker, pair, composition: open.composition.id, items: await itemUrls(apiUrl), limits })
  } finally {
    stopping.removeEventListener('abort', end)
    worker.kill()
    await rm(own, { recursive: true, force: true })
  }
}

const failure = (error: unknown) => (error instanceof RenderTimeout ? failedLate : failed)
const linked = (pair: Pair) => passed('server', `${namesOf(pair)} starts and draws its frame.`)
const nameOf = ({ manifest }: StoredRelease) => `${manifest.name} ${manifest.version}`
const namesOf = ({ shell, section }: Pair) => (section ? `${nameOf(section)} beside ${nameOf(shell)}` : nameOf(shell))
const firstLine = (error: unknown) => String((error as Error).message).split('\n', 1)[0]

async function copied(files: ReleaseFiles, folder: string, { id, manifest }: StoredRelease): Promise<ServerBuild> {
  const { name: part, version, server } = manifest
  const integrity = manifest.files[server]?.integrity ?? ''
  const file = join(folder, `${part}.cjs`)
  await writeFile(file, await readStored(files, fileKey(id, integrity)))
  return { part, version, file, integrity }
}

function openMessage(
  { shell, section }: Pair,
  builds: { shell: ServerBuild; section: ServerBuild | undefined },
  apiUrl: string,
): OpenMessage {
  const sections = section ? { [section.manifest.name]: [section.manifest as SectionRelease] } : {}
  return {
    composition: compositionFor('trial', shell.manifest as ShellRelease, sections, {}),
    apiUrl,
    configuration: { apiBase: '', mediaHost: '', origin: 'http://localhost' },
    shell: builds.shell,
    section: builds.section,
  }
}

type Pages = { worker: RenderWorker; pair: Pair; composition: string; items: string[]; limits: Limits }

async function pagesCheck({ worker, pair, composition, items, limits }: Pages): Promise<Check> {
  const samples = [...sampleUrls((pair.section as StoredRelease).manifest as SectionRelease, items)]
  const until = Date.now() + ALL_MS
  let rendered = 0
  const withoutData: string[] = []
  for (const [pattern, url] of samples) {
    if (Date.now() >= until) break
    const outcome = await pageOutcome(worker, { pattern, url, composition, pageMs: limits.pageMs })
    if (outcome.problem) {
      const words = `${namesOf(pair)} cannot render ${url}: ${outcome.problem}.`
      if (outcome.isOwn) throw new TookTooLong(words)
      return outcome.late ? failedLate('server', words) : failed('server', words)
    }
    if (outcome.withoutData) withoutData.push(url)
    rendered += 1
  }
  const words = `${namesOf(pair)} rendered ${rendered} of ${samples.length} sample pages`
  if (withoutData.length > 0)
    return warned('server', `${words}, ${withoutData.length} of them without data: the API did not answer.`)
  return rendered < samples.length ? warned('server', `${words}; time was up.`) : passed('server', `${words}.`)
}

type Asked = { pattern: string; url: string; composition: string; pageMs: number }

async function pageOutcome(
  worker: RenderWorker,
  { pattern, url, composition, pageMs }: Asked,
): Promise<{ problem?: string | undefined; late?: boolean; isOwn?: boolean; withoutData?: boolean }> {
  try {
    const ask = { kind: 'render', composition, pattern, url: `http://edge.invalid${url}` } as const
    const { status, page } = await askWithin<RenderedPage>(worker, ask, pageMs)
    if (page && page.pattern !== pattern) return { problem: `${page.pattern} answers there, not ${pattern}` }
    if (status === 503) return { withoutData: true }
    return { problem: status >= 500 ? `it answers ${status}` : undefined }
  } catch (error) {
    if (error instanceof RenderProcessEnded) throw error
    // A process that waits for the API still responds; one that spins does not.
    const isLate = error instanceof RenderTimeout || error instanceof TookTooLong
    if (isLate && (await worker.responds(1000))) return { withoutData: true }
    return {
      problem: firstLine(error),
      late: error instanceof RenderTimeout,
      isOwn: error instanceof TookTooLong,
    }
  }
}
