import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { Refusal } from './refusal'

export type Uploads = {
  /**
   * Re-encodes images, without metadata, and stores them under new names. Keys are whatever the caller uses.
   * Refuses what is not an image or too large. `remove` takes them back.
   */
  store<Key>(
    images: Map<Key, { label: string; bytes: Buffer }>,
  ): Promise<{ names: Map<Key, string>; remove(): Promise<void> }>
}

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
const formats = ['jpeg', 'png', 'webp', 'heif']
/** Nobody needs more than this to recognise a picture. */
const LONGEST_SIDE = 2400

export function openUploads(folder: string, largestPixels: number): Uploads {
  return {
    async store(images) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const names = new Map()
      const remove = async () => {
        for (const name of names.values()) await rm(join(folder, name), { force: true })
      }
      try {
        for (const [key, { label, bytes }] of images) {
          const name = `${randomUUID()}.webp`
          names.set(key, name)
          await writeDurably(join(folder, name), await encode(bytes, label, largestPixels))
        }
      } catch (error) {
        await remove()
        throw error
      }
      return { names, remove }
    },
  }
}

async function encode(bytes: Buffer, label: string, largestPixels: number): Promise<Buffer> {
  try {
    const image = sharp(bytes, { limitInputPixels: largestPixels, failOn: 'error', pages: 1 })
    // sharp would read SVG as well, whatever the data URL says it is.
    const { format } = await image.metadata()
    if (!format || !formats.includes(format)) throw new Error(`${format} is not accepted`)
    return await image
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84 })
      .toBuffer()
  } catch {
    const message = 'This image cannot be read. Choose a JPEG, PNG, WebP or AVIF image.'
    throw new Refusal(400, `${label}: ${message}`, { [label]: message })
  }
}

async function writeDurably(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
