import sharp, { type Metadata } from 'sharp'
import { Refusal } from '../http/refusal'
import { imageKind } from './image-kind'

/** Why an image is not taken, in words for whoever chose it. */
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused'
}

/** Makes a WebP file of moderate size without metadata of an image in a data URL. Throws `ImageRefused`. */
export type ImageReader = (dataUrl: string) => Promise<Buffer>
export type ImageLimits = { bytes: number; pixels: number; waiting: number }

const CHOOSE = 'Choose a JPEG, PNG, WebP or AVIF image.'
/** Nobody needs more than this to recognise a picture. */
const LONGEST_SIDE = 2400

const KB = 1024
const MB = 1024 * KB
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const roundNumber = new Intl.NumberFormat('en', { notation: 'compact', compactDisplay: 'long' })

/** A size that is too large: rounded up, so that it never reads like the limit. */
const size = (bytes: number) => inWords(bytes, Math.ceil)
/** A limit: rounded down, so that what it promises is taken. */
const limit = (bytes: number) => inWords(bytes, Math.floor)

const inWords = (bytes: number, round: (value: number) => number) =>
  bytes < MB ? `${number.format(round(bytes / KB))} KB` : `${number.format(round((bytes / MB) * 10) / 10)} MB`

const dimensions = (width: number, height: number) => `${number.format(width)} × ${number.format(height)} pixels`

/** As `50 million pixels`. */
const pixels = (count: number) => `${roundNumber.format(count)} pixels`

// Every image is read once, and one processor stays free for answers.
sharp.cache(false)
sharp.concurrency(1)

/**
 * One image at a time, for all requests together: a kilobyte can be an image that takes 20 bytes of memory for each of
 * its millions of pixels while it is decoded.
 */
export function imageReader(limits: ImageLimits): ImageReader {
  const inTurn = oneAtATime(limits.waiting)
  return (dataUrl) => inTurn(() => encode(bytesOf(dataUrl), limits))
}

function bytesOf(dataUrl: string): Buffer {
  const start = /^data:[^,]{0,200};base64,/i.exec(dataUrl)?.[0].length
  if (!start) throw new ImageRefused(`This is not an image. ${CHOOSE}`)
  return Buffer.from(dataUrl.slice(start), 'base64')
}

async function encode(bytes: Buffer, limits: ImageLimits): Promise<Buffer> {
  if (bytes.length > limits.bytes)
    throw new ImageRefused(`This image has ${size(bytes.length)}. Choose one of at most ${limit(limits.bytes)}.`)
  refuseOtherKinds(bytes)
  // Reads the header alone, whatever it claims.
  const { width, height, pages = 1 } = await orBroken(sharp(bytes, { limitInputPixels: false }).metadata())
  if (pages > 1) throw new ImageRefused('This image is animated. Choose a still one.')
  if (width * height > limits.pixels)
    throw new ImageRefused(
      `This image has ${dimensions(width, height)}. Choose one of at most ${pixels(limits.pixels)} in all.`,
    )
  return orBroken(
    sharp(bytes, { limitInputPixels: limits.pixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 84 })
      .toBuffer(),
  )
}

/** Before sharp sees it, which reads much more than we take. */
function refuseOtherKinds(bytes: Buffer): void {
  const kind = imageKind(bytes)
  if (kind === 'svg') throw new ImageRefused(`SVG drawings cannot be taken. ${CHOOSE}`)
  if (kind === 'gif') throw new ImageRefused(`GIF images cannot be taken. ${CHOOSE}`)
  if (kind === 'heic')
    throw new ImageRefused('HEIC photos cannot be taken. Save the photo as JPEG, or choose another image.')
  if (!kind) throw new ImageRefused(`This is not an image. ${CHOOSE}`)
}

async function orBroken<Result extends Buffer | Metadata>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading
  } catch (cause) {
    throw new ImageRefused(`This image is broken and cannot be read. ${CHOOSE}`, { cause })
  }
}

/** Does one thing after the other, whoever asks. Refuses where too many wait already. */
function oneAtATime(mostWaiting: number) {
  const waiting: (() => void)[] = []
  let busy = false
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (busy) {
      if (waiting.length >= mostWaiting)
        throw new Refusal(503, 'Many images are being sent right now. Try again in a minute.', undefined, 60)
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    busy = true
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy = false
    }
  }
}
