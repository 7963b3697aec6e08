import fs from 'node:fs'
import path from 'node:path'

/**
 * Tells of every change in a folder and below. Each folder is watched by itself: Node 20 watching recursively
 * loses a file that an editor replaces by renaming.
 */
export function watchFolder(folder: string, changed: () => void): void {
  const watched = new Map<string, fs.FSWatcher>()
  const end = (each: string) => {
    watched.get(each)?.close()
    watched.delete(each)
  }
  const look = () => {
    const folders = [folder, ...foldersBelow(folder)]
    for (const each of watched.keys()) if (!folders.includes(each)) end(each)
    for (const each of folders) {
      if (watched.has(each)) continue
      const watcher = fs.watch(each, () => {
        look()
        changed()
      })
      // It was removed, which its parent tells as well.
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
