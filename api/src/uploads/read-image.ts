import { imageKind } from '@marram/api-contract/image-kind'
import { Semaphore } from '@marram/server/semaphore'
import sharp, { type Metadata } from 'sharp'
import { Refusal } from '../http/refusal'

/** A mistake in one form field, as text for the visitor. */
export class FieldRefused extends Error {
  override readonly name = 'FieldRefused'
}

/** Converts an image in a data URL to a WebP file of moderate size without metadata. Throws `FieldRefused`. */
export type ImageReader = (dataUrl: string) => Promise<Buffer>

const CHOOSE = 'Choose a JPEG, PNG, WebP or AVIF image.'
/** In pixels: enough to recognise a picture. */
const LONGEST_SIDE = 2400

const KB = 1024
const MB = 1024 * KB
/** `waiting`: images that may wait to be read, with their forms in memory. */
const IMAGE_LIMITS = { bytes: 8 * MB, pixels: 50_000_000, waiting: 20 }
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const roundNumber = new Intl.NumberFormat('en', { notation: 'compact', compactDisplay: 'long' })

/** A size that is too large is rounded up, so that it never looks like the limit; the limit is rounded down, so that it is accepted. */
const inWords = (bytes: number, round: (value: number) => number) =>
  bytes < MB ? `${number.format(round(bytes / KB))} KB` : `${number.format(round((bytes / MB) * 10) / 10)} MB`

// Every image is read once, and one core stays free for responses.
sharp.cache(false)
sharp.concurrency(1)

/** One image at a time for all requests: decoding takes 20 bytes for each of its millions of pixels. */
export function imageReader(limits = IMAGE_LIMITS): ImageReader {
  const semaphore = new Semaphore({ atOnce: 1, waiting: limits.waiting })
  return (dataUrl) => semaphore.run(async () => encode(bytesOf(dataUrl), limits), tooMany)
}

const tooMany = () => new Refusal(503, 'Many images are being sent right now. Try again in a minute.', undefined, 60)

function bytesOf(dataUrl: string): Buffer {
  const start = /^data:[^,]{0,200};base64,/i.exec(dataUrl)?.[0].length
  if (!start) throw new FieldRefused(`This is not an image. ${CHOOSE}`)
  return Buffer.from(dataUrl.slice(start), 'base64')
}

async function encode(bytes: Buffer, limits: typeof IMAGE_LIMITS): Promise<Buffer> {
  if (bytes.length > limits.bytes)
    throw new FieldRefused(
      `This image has ${inWords(bytes.length, Math.ceil)}. Choose one of at most ${inWords(limits.bytes, Math.floor)}.`,
    )
  refuseOtherKinds(bytes)
  // Reads only the header, whatever the declared size.
  const { width, height, pages = 1 } = await orBroken(sharp(bytes, { limitInputPixels: false }).metadata())
  if (pages > 1) throw new FieldRefused('This image is animated. Choose a still one.')
  if (width * height > limits.pixels)
    throw new FieldRefused(
      `This image has ${number.format(width)} × ${number.format(height)} pixels. Choose one of at most ${roundNumber.format(limits.pixels)} pixels in all.`,
    )
  return orBroken(
    sharp(bytes, { limitInputPixels: limits.pixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84 })
      .toBuffer(),
  )
}

/** Checked before sharp, which reads many more formats than we accept. */
function refuseOtherKinds(bytes: Buffer): void {
  const kind = imageKind(bytes)
  if (kind === 'svg') throw new FieldRefused(`SVG drawings cannot be taken. ${CHOOSE}`)
  if (kind === 'gif') throw new FieldRefused(`GIF images cannot be taken. ${CHOOSE}`)
  if (kind === 'heic')
    throw new FieldRefused('HEIC photos cannot be taken. Save the photo as JPEG, or choose another image.')
  if (!kind) throw new FieldRefused(`This is not an image. ${CHOOSE}`)
}

async function orBroken<Result extends Buffer | Metadata>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading
  } catch (cause) {
    throw new FieldRefused(`This image is broken and cannot be read. ${CHOOSE}`, { cause })
  }
}
