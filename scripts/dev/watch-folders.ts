import fs from 'node:fs'
import path from 'node:path'

/** Several files are often saved at once. */
const SETTLE_MS = 150

/**
 * Calls `changed` after every change in these folders and below, once for changes that come together. Each folder is
 * watched by itself: Node 20 watching recursively loses a file that an editor replaces by renaming.
 */
export function watchFolders(roots: string[], changed: () => void): void {
  const watched = new Map<string, fs.FSWatcher>()
  let timer: NodeJS.Timeout | undefined
  const end = (each: string) => {
    watched.get(each)?.close()
    watched.delete(each)
  }
  const look = () => {
    const folders = roots.flatMap((folder) => [folder, ...foldersBelow(folder)])
    for (const each of watched.keys()) if (!folders.includes(each)) end(each)
    for (const each of folders) {
      if (watched.has(each)) continue
      const watcher = fs.watch(each, () => {
        look()
        clearTimeout(timer)
        timer = setTimeout(changed, SETTLE_MS)
      })
      // It was removed, which is a change of its parent as well.
      watcher.on('error', () => end(each))
      watched.set(each, watcher)
    }
  }
  look()
}

function foldersBelow(folder: string): string[] {
  try {
    return fs
      .readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap((entry) => [path.join(folder, entry.name), ...foldersBelow(path.join(folder, entry.name))])
  } catch {
    // It was removed meanwhile.
    return []
  }
}
