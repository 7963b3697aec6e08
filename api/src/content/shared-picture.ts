import { access, rename } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { Refusal } from '../http/refusal'

/** What those who show links crop to, and `PageMeta` announces. */
const SIZE = { width: 1200, height: 630 }
const asked = /^(.+\.[0-9a-f]{10})\.og\.jpg$/
const kinds = ['svg', 'jpg', 'jpeg', 'png', 'webp', 'avif']

/**
 * Makes JPEGs of pictures for who shows links and takes no drawings: `a.0123abcdef.svg` as `a.0123abcdef.og.jpg`
 * beside it. One at a time, when it is first asked for: most pictures are never shared. What comes on top of
 * `mostWaiting` would wait longer than anybody does, and is refused.
 */
export function sharedPictures(folder: string, mostWaiting: number) {
  const making = new Map<string, Promise<void>>()
  let last: Promise<unknown> = Promise.resolve()

  return {
    /** Resolves once the file is there; false where no picture is behind its name. */
    async make(path: string): Promise<boolean> {
      const stem = asked.exec(path)?.[1]
      const source = stem && (await firstFile(kinds.map((kind) => join(folder, `${stem}.${kind}`))))
      if (!source) return false
      if (!making.has(path)) {
        if (making.size >= mostWaiting)
          throw new Refusal(503, 'Many pictures are being made right now. Try again in a minute.', undefined, 60)
        const made = last.then(() => convert(source, join(folder, path)))
        last = made.catch(() => 'told to whoever asked')
        making.set(
          path,
          made.finally(() => making.delete(path)),
        )
      }
      await making.get(path)
      return true
    },
  }
}

async function convert(source: string, target: string): Promise<void> {
  // Renamed, so that a request never meets half a picture; another process may be at the same one.
  const part = `${target}.${process.pid}.part`
  await sharp(source)
    .resize({ ...SIZE, fit: 'cover' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: 80, mozjpeg: true })
    .toFile(part)
  await rename(part, target)
}

async function firstFile(files: string[]): Promise<string | undefined> {
  for (const file of files) {
    const isThere = await access(file).then(
      () => true,
      () => false,
    )
    if (isThere) return file
  }
  return undefined
}
