import sharp from 'sharp'
import { ContentMistake } from './mistakes'

/** As `shared/ui/src/pictures/picture-copies.ts` offers them to browsers. */
const WIDTHS = [480, 960, 1440]
/** Of WebP. */
const LONGEST_SIDE = 16_383
const marked = /^(.+\.w(\d+)\.[\da-f]{10})\.\w+$/

/**
 * The width of a picture that smaller copies are worth making of; undefined for one that is narrow, moves, or cannot
 * be WebP. `name` is for the `ContentMistake` that is thrown for what is no picture.
 */
export async function widthToCopy(bytes: Buffer, name: string): Promise<number | undefined> {
  const { autoOrient, pages = 1 } = await orMistake(name, () => sharp(bytes).metadata())
  const { width, height } = autoOrient
  return width > Math.min(...WIDTHS) && height <= LONGEST_SIDE && pages === 1 ? width : undefined
}

/**
 * Copies of the picture `name`, if that tells its width: `dune.w1600.0123abcdef.jpg`. They are beside it as
 * `dune.w1600.0123abcdef.480.webp` and so on, the last as wide as the picture where that is not wider.
 */
export async function copiesOf(name: string, bytes: Buffer): Promise<{ name: string; bytes: Buffer }[]> {
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
    throw new ContentMistake(`media/${name}: this picture cannot be read: ${(cause as Error).message}`, { cause })
  }
}
