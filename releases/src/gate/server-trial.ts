import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from '@marram/release-contract/calls/releases'
import { compositionFor } from '@marram/release-contract/composition'
import type { SectionRelease, ShellRelease } from '@marram/release-contract/release'
import { apiCaller } from '@marram/rendering/api-calls'
import type { OpenMessage, ServerBuild } from '@marram/rendering/render-messages'
import { RenderProcessEnded, RenderTimeout, RenderWorker } from '@marram/rendering/render-worker'
import { Semaphore } from '@marram/server/semaphore'
import { fileKey, type ReleaseFiles, readStored } from '../storage'
import { failed, failedLate, passed, warned } from './check'
import type { StoredRelease } from './own-checks'
import { askWithin, TookTooLong } from './own-time'
import { BrokenPage, type Rendered, renderSamples } from './sample-pages'

/** A shell by itself, or a section beside it. */
export type Pair = { shell: StoredRelease; section?: StoredRelease | undefined }
/** Tries server builds in a process apart. `isAwaited`: a call waits for it. It rejects where `stopping` ends it. */
export type Trial = (pair: Pair, isAwaited: () => boolean, stopping?: AbortSignal) => Promise<Check>

type Limits = {
  openMs: number
  /** Longer than the shell waits for the API. */
  pageMs: number
}
type Settings = { files: ReleaseFiles; folder: string; apiUrl: string; limits?: Limits }

const MEMORY_MB = 256
const LIMITS: Limits = { openMs: 5000, pageMs: 6000 }

export function serverTrial(settings: Settings): Trial {
  // One at a time, so that they do not fill two cores. Those that a call waits for go first.
  const semaphore = new Semaphore({ atOnce: 1 })
  return (pair, isAwaited, stopping = new AbortController().signal) =>
    semaphore.run(
      async () => {
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

/** A busy machine ends processes and makes them late: only the second failure is taken for the build's. */
async function tryTwice(settings: Settings, pair: Pair, stopping: AbortSignal): Promise<Check> {
  const { check, mayDiffer } = await tryOnce(settings, pair, stopping)
  return mayDiffer ? (await tryOnce(settings, pair, stopping)).check : check
}

/** `mayDiffer`: another try at once may end in another way. */
type Tried = { check: Check; mayDiffer: boolean }

async function tryOnce(settings: Settings, pair: Pair, stopping: AbortSignal): Promise<Tried> {
  const { files, folder, apiUrl, limits = LIMITS } = settings
  stopping.throwIfAborted()
  const own = join(folder, randomUUID())
  await mkdir(own, { recursive: true })
  const worker = new RenderWorker({ memoryMb: MEMORY_MB, folder: own, callApi: apiCaller(apiUrl), onReport: () => {} })
  const end = () => worker.kill()
  stopping.addEventListener('abort', end)
  try {
    stopping.throwIfAborted()
    const section = pair.section?.manifest as SectionRelease | undefined
    const sections = section ? { [section.name]: [section] } : {}
    const open = {
      composition: compositionFor('trial', pair.shell.manifest as ShellRelease, sections, {}),
      configuration: { apiBase: '', mediaHost: '', origin: 'http://localhost' },
      shell: await copied(files, own, pair.shell),
      section: pair.section && (await copied(files, own, pair.section)),
    }
    return await run(worker, open, { ...limits, apiUrl }).then(
      (rendered) => ({ check: successOf(pair, rendered), mayDiffer: false }),
      (error) => failureOf(pair, error),
    )
  } finally {
    stopping.removeEventListener('abort', end)
    worker.kill()
    await rm(own, { recursive: true, force: true })
  }
}

/** Undefined for a shell alone, which has no pages. */
async function run(
  worker: RenderWorker,
  open: OpenMessage,
  { openMs, pageMs, apiUrl }: Limits & { apiUrl: string },
): Promise<Rendered | undefined> {
  const { composition, section } = open
  await askWithin(worker, { kind: 'open', open }, openMs)
  await askWithin(worker, { kind: 'frame', composition: composition.id }, pageMs)
  const pages = section && composition.sections[section.part]?.pages
  return pages && renderSamples(worker, pages, { composition: composition.id, apiUrl, pageMs })
}

function failureOf(pair: Pair, error: unknown): Tried {
  const cause = error instanceof BrokenPage ? error.cause : error
  if (cause instanceof RenderProcessEnded)
    return { check: failed('server', `${namesOf(pair)}: the process ended (${cause.message}).`), mayDiffer: true }
  const why = String((cause as Error).message).split('\n', 1)[0]
  const words = `${namesOf(pair)}${error instanceof BrokenPage ? ` ${error.message}` : ''}: ${why}.`
  if (!(cause instanceof RenderTimeout)) return { check: failed('server', words), mayDiffer: false }
  return { check: failedLate('server', words), mayDiffer: !(cause instanceof TookTooLong) }
}

function successOf(pair: Pair, found: Rendered | undefined): Check {
  if (!found) return passed('server', `${namesOf(pair)} starts and renders its app shell.`)
  const { rendered, of, withoutData } = found
  const words = `${namesOf(pair)} rendered ${rendered} of ${of} sample pages`
  if (withoutData > 0)
    return warned('server', `${words}, ${withoutData} of them without data: the API did not respond.`)
  return rendered < of ? warned('server', `${words}; time was up.`) : passed('server', `${words}.`)
}

const nameOf = ({ manifest }: StoredRelease) => `${manifest.name} ${manifest.version}`
const namesOf = ({ shell, section }: Pair) => (section ? `${nameOf(section)} beside ${nameOf(shell)}` : nameOf(shell))

async function copied(files: ReleaseFiles, folder: string, { id, manifest }: StoredRelease): Promise<ServerBuild> {
  const { name: part, version, server } = manifest
  const integrity = manifest.files[server]?.integrity ?? ''
  const file = join(folder, `${part}.cjs`)
  await writeFile(file, await readStored(files, fileKey(id, integrity)))
  return { part, version, file, integrity }
}
