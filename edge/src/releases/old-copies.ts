import fs from 'node:fs'
import path from 'node:path'
import { RELEASE_FILE } from '@marram/release-contract/release'
import type { Logger } from '@marram/server/log'
import type { ReleaseStore } from './release-store'

type Store = Pick<ReleaseStore, 'lastUse' | 'forget'>
type Settings = {
  /** Folders with a folder for each part, in that one for each version. */
  copies: () => { folder: string; store: Store }[]
  /** On the same disk; what lies there is removed. */
  aside: string
  days: number
  /** As `part@version`; undefined where that is not known. */
  inUse: () => Set<string> | undefined
  log: Logger
}

const DAY_MS = 86_400_000

/** Now and once a day, as long as the edge runs. */
export function removeRegularly(settings: Settings): { stop(): void } {
  const remove = () =>
    removeOldCopies(settings).catch((error: Error) =>
      settings.log.error({ reason: error.message }, 'old copies of releases cannot be removed'),
    )
  void remove()
  const timer = setInterval(remove, DAY_MS).unref()
  return { stop: () => clearInterval(timer) }
}

/** Removes copies that are not needed and were not used for so many days. They could be fetched again. */
export async function removeOldCopies({ copies, aside, days, inUse, log }: Settings): Promise<void> {
  // What a process that was killed left behind.
  await fs.promises.rm(aside, { recursive: true, force: true })
  const needed = inUse()
  // Without a document everything may be needed in a moment.
  if (!needed) return
  const removed: string[] = []
  for (const { folder, store } of copies()) {
    for (const { part, version } of versionsIn(folder)) {
      const copy = path.join(folder, part, version)
      const lastUse = needed.has(`${part}@${version}`) ? Date.now() : store.lastUse(part, version)
      if (Date.now() - noted(copy, lastUse) < days * DAY_MS) continue
      // In the same turn as the look at its last use: requests from now on find nothing, and fetches it whole.
      fs.mkdirSync(aside, { recursive: true })
      fs.renameSync(copy, path.join(aside, String(removed.length)))
      store.forget(part, version)
      removed.push(`${part} ${version}`)
    }
  }
  await fs.promises.rm(aside, { recursive: true, force: true })
  if (removed.length > 0) log.info({ removed }, 'old copies of releases are removed')
}

/** When it was last used, written down for later starts. */
function noted(copy: string, lastUse: number | undefined): number {
  const description = path.join(copy, RELEASE_FILE)
  // One that did not arrive whole has no description.
  const file = fs.existsSync(description) ? description : copy
  const before = fs.statSync(file).mtimeMs
  if (lastUse === undefined || lastUse <= before) return before
  fs.utimesSync(file, lastUse / 1000, lastUse / 1000)
  return lastUse
}

/** Folders of our own begin with what no part begins with. */
const versionsIn = (folder: string) =>
  foldersIn(folder)
    .filter((name) => !name.startsWith('_'))
    .flatMap((part) => foldersIn(path.join(folder, part)).map((version) => ({ part, version })))

const foldersIn = (folder: string): string[] =>
  fs.existsSync(folder)
    ? fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
    : []
