import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { encodeSmall } from '@marram/server/encodings'
import sharp from 'sharp'
import { type MediaFiles, pictureKinds } from '../content/media'
import { OperatorMistake } from '../operator-mistake'
import { drawn, isDrawing } from './drawings'

const PREFIX = 'media/'
/**
 * Stores the pictures of an item, drawings and files, and replaces them by their URLs. Files are
 * named by their content, so a changed picture has a new URL and the old one stays for open pages. The name tells pages
 * how to use it: a width, of which there are smaller copies, or `wide`, a view for slots of any shape.
 */
export async function placePictures(
  item: Record<string, unknown>,
  collection: string,
  contentFolder: string,
  media: MediaFiles,
): Promise<void> {
  for (const [name, value] of Object.entries(item)) {
    if (isDrawing(value)) {
      const path = `${collection}/${item.slug}${name === 'image' ? '' : `-${name.replaceAll('_', '-')}`}.svg`
      item[name] = await place(media, path, await drawn(value, `${item.slug}`))
    } else if (typeof value === 'string' && value.startsWith(PREFIX)) {
      item[name] = await takeOver(value, contentFolder, media)
    }
  }
}

async function takeOver(value: string, contentFolder: string, media: MediaFiles): Promise<string> {
  if (!/^media(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)+$/.test(value) || !pictureKinds.includes(extname(value).slice(1)))
    throw new OperatorMistake(`${value}: not a picture’s name`)
  const bytes = await readFile(join(contentFolder, value)).catch(() => {
    throw new OperatorMistake(`${value}: there is no such file in the content folder`)
  })
  return place(media, value.slice(PREFIX.length), bytes)
}

async function place(media: MediaFiles, path: string, bytes: Buffer): Promise<string> {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
  const ending = extname(path)
  const stem = path.slice(0, -ending.length)
  const width = ending === '.svg' ? undefined : await widthToCopy(bytes, path)
  const mark = width ? `.w${width}` : bytes.includes('<view id="wide"') ? '.wide' : ''
  const name = stem.endsWith(`.${digest}`) ? path : `${stem}${mark}.${digest}${ending}`
  if (!(await media.exists(name))) {
    if (ending === '.svg') await media.put(`${name}.br`, await encodeSmall(bytes))
    for (const copy of await copiesOf(name, bytes)) await media.put(copy.name, copy.bytes)
    await media.put(name, bytes)
  }
  return `/media/${name}`
}

/** As `shared/ui/src/pictures/picture.tsx` offers them to browsers. */
const WIDTHS = [480, 960, 1440]
/** Of WebP. */
const LONGEST_SIDE = 16_383
const marked = /^(.+\.w(\d+)\.[\da-f]{10})\.\w+$/

/** The width of a picture that gets smaller copies; undefined for one that is narrow, animated, or cannot be WebP. */
async function widthToCopy(bytes: Buffer, name: string): Promise<number | undefined> {
  const { autoOrient, pages = 1 } = await orMistake(name, () => sharp(bytes).metadata())
  const { width, height } = autoOrient
  return width > Math.min(...WIDTHS) && height <= LONGEST_SIDE && pages === 1 ? width : undefined
}

/** Copies of a picture with a width in its name: of `dune.w1600.0123abcdef.jpg` `dune.w1600.0123abcdef.480.webp` … */
async function copiesOf(name: string, bytes: Buffer): Promise<{ name: string; bytes: Buffer }[]> {
  const [, stem, width] = marked.exec(name) ?? []
  if (!stem) return []
  const copies: { name: string; bytes: Buffer }[] = []
  // One at a time: each takes memory for all pixels of the picture.
  for (const each of new Set(WIDTHS.map((most) => Math.min(most, Number(width)))))
    copies.push({ name: `${stem}.${each}.webp`, bytes: await orMistake(name, () => copy(bytes, each)) })
  return copies
}

const copy = (bytes: Buffer, width: number) =>
  sharp(bytes).autoOrient().resize({ width, withoutEnlargement: true }).webp({ quality: 80 }).toBuffer()

async function orMistake<Result>(name: string, read: () => Promise<Result>): Promise<Result> {
  try {
    return await read()
  } catch (cause) {
    throw new OperatorMistake(`media/${name}: this picture cannot be read: ${(cause as Error).message}`, { cause })
  }
}
