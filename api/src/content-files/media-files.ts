import { createHash, randomUUID } from 'node:crypto'
import { access, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { mediaTypes } from '../content/media'
import { drawn, isDrawing } from './drawings'
import { ContentMistake } from './mistakes'
import { copiesOf, widthToCopy } from './picture-copies'

const PREFIX = 'media/'
const brotli = promisify(brotliCompress)

/** A drawing is text: a quarter of its bytes go over the wire. Quality 9 is within a few per cent of the best in a tenth of the time. */
const compressed = (bytes: Buffer) =>
  brotli(bytes, {
    params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_QUALITY]: 9 },
  })

/**
 * Turns the pictures of an item into URLs: draws what is to be drawn, takes over files of the content folder.
 * Files are named by their content, so a changed picture has a new URL and the old one stays for open pages.
 * A photograph of some width gets smaller copies, and tells its width in its name.
 */
export async function placePictures(
  item: Record<string, unknown>,
  { collection, contentFolder, mediaFolder }: { collection: string; contentFolder: string; mediaFolder: string },
): Promise<Record<string, unknown>> {
  const placed = { ...item }
  for (const [name, value] of Object.entries(item)) {
    if (isDrawing(value)) {
      const path = `${collection}/${item.slug}${name === 'image' ? '' : `-${name.replaceAll('_', '-')}`}.svg`
      placed[name] = await place(mediaFolder, path, await drawn(value, `${item.slug}`))
    } else if (typeof value === 'string' && value.startsWith(PREFIX)) {
      placed[name] = await takeOver(value, contentFolder, mediaFolder)
    }
  }
  return placed
}

async function takeOver(value: string, contentFolder: string, mediaFolder: string): Promise<string> {
  if (!/^media(?:\/[A-Za-z0-9][A-Za-z0-9._-]*)+$/.test(value) || !(extname(value).slice(1) in mediaTypes))
    throw new ContentMistake(`${value}: not a picture’s name`)
  const bytes = await readFile(join(contentFolder, value)).catch(() => {
    throw new ContentMistake(`${value}: there is no such file in the content folder`)
  })
  return place(mediaFolder, value.slice(PREFIX.length), bytes)
}

async function place(mediaFolder: string, path: string, bytes: Buffer): Promise<string> {
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 10)
  const ending = extname(path)
  const stem = path.slice(0, -ending.length)
  const width = ending === '.svg' ? undefined : await widthToCopy(bytes, path)
  const mark = width ? `.w${width}` : ''
  const name = stem.endsWith(`.${digest}`) ? path : `${stem}${mark}.${digest}${ending}`
  const file = join(mediaFolder, name)
  const exists = await access(file).then(
    () => true,
    () => false,
  )
  if (!exists) {
    await mkdir(dirname(file), { recursive: true })
    if (ending === '.svg') await writeWhole(`${file}.br`, await compressed(bytes))
    for (const copy of await copiesOf(name, bytes)) await writeWhole(join(mediaFolder, copy.name), copy.bytes)
    await writeWhole(file, bytes)
  }
  return `/media/${name}`
}

/** Renamed, so that a request never meets half a picture; and aside under a name of its own, for several may write it. */
async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const aside = `${file}.${randomUUID()}.part`
  await writeFile(aside, bytes)
  await rename(aside, file)
}
