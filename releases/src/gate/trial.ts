import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from '@marram/release-contract/calls/releases'
import { compositionFor } from '@marram/release-contract/composition'
import type { SectionRelease, ShellRelease } from '@marram/release-contract/release'
import type { OpenMessage, ServerBuild } from '@marram/rendering/render-messages'
import { RenderWorker } from '@marram/rendering/render-worker'
import { Semaphore } from '@marram/server/semaphore'
import { readStored } from '@marram/server/stored-files'
import { fileKey, type ReleaseFiles } from '../storage'
import type { StoredRelease } from './own-checks'
import { type TrialApi, trialApi } from './trial-api'

/** A shell by itself, or a section beside it. */
export type Pair = { shell: StoredRelease; section?: StoredRelease | undefined }
/** Tries builds in separate processes. `isAwaited`: a change waits for it. Rejects if `stopping` ends it. */
export type Trial = (pair: Pair, isAwaited: () => boolean, stopping?: AbortSignal) => Promise<Check>
/** `mayDiffer`: an immediate second attempt may have another result. */
export type Tried = { check: Check; mayDiffer: boolean }

export type BuildsSettings = { files: ReleaseFiles; folder: string; apiUrl: string }

const MEMORY_MB = 256

/** One trial at a time, so that trials do not occupy two cores. Those that a change waits for go first. */
export function oneAtATime(tryOnce: (pair: Pair, stopping: AbortSignal) => Promise<Tried>): Trial {
  const semaphore = new Semaphore({ atOnce: 1 })
  return (pair, isAwaited, stopping = new AbortController().signal) =>
    semaphore.run(
      async () => {
        stopping.throwIfAborted()
        try {
          const { check, mayDiffer } = await tryOnce(pair, stopping)
          // On a busy machine, processes end or are late: only a second failure counts against the build.
          return mayDiffer ? (await tryOnce(pair, stopping)).check : check
        } finally {
          stopping.throwIfAborted()
        }
      },
      undefined,
      { isUrgent: isAwaited },
    )
}

/** Does `work` with a render process that has yet to open the builds of a pair. */
export async function withBuilds<Result>(
  { files, folder, apiUrl, api = trialApi(apiUrl) }: BuildsSettings & { api?: TrialApi },
  pair: Pair,
  stopping: AbortSignal,
  work: (worker: RenderWorker, open: OpenMessage, api: TrialApi) => Promise<Result>,
): Promise<Result> {
  stopping.throwIfAborted()
  const own = join(folder, randomUUID())
  await mkdir(own, { recursive: true })
  const worker = new RenderWorker({ memoryMb: MEMORY_MB, folder: own, callApi: api.callApi, onReport: () => {} })
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
    return await work(worker, open, api)
  } finally {
    stopping.removeEventListener('abort', end)
    worker.kill()
    await rm(own, { recursive: true, force: true })
  }
}

const nameOf = ({ manifest }: StoredRelease) => `${manifest.name} ${manifest.version}`
export const namesOf = ({ shell, section }: Pair) =>
  section ? `${nameOf(section)} beside ${nameOf(shell)}` : nameOf(shell)

async function copied(files: ReleaseFiles, folder: string, { id, manifest }: StoredRelease): Promise<ServerBuild> {
  const { name: part, version, server } = manifest
  const integrity = manifest.files[server]?.integrity ?? ''
  const file = join(folder, `${part}.cjs`)
  await writeFile(file, await readStored(files, fileKey(id, integrity)))
  return { part, version, file, integrity }
}
