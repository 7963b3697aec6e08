import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { describe, expect, it } from 'vitest'
import { imageReader } from './read-image'

const limits = { bytes: 200_000, pixels: 1_000_000, waiting: 20 }
const read = imageReader(limits)
const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`
const plain = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#0B5F57' } })
const noise = (side: number) =>
  sharp({
    create: { width: side, height: side, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  } as unknown as SharpOptions)

/** A complete PNG with made-up width and height in its header. */
async function pngThatClaims(width: number, height: number): Promise<Buffer> {
  const bytes = await plain(8).png().toBuffer()
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29)
  return bytes
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  return ~crc >>> 0
}

/** The start of an ISO media file, from which its kind is read. */
function mediaFile(...brands: string[]): Buffer {
  const header = Buffer.from(`\0\0\0\0ftyp${brands[0]}\0\0\0\0${brands.slice(1).join('')}`, 'latin1')
  header.writeUInt32BE(header.length)
  return Buffer.concat([header, Buffer.alloc(400)])
}

describe('an image', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)('is accepted as %s and converted to WebP', async (format) => {
    const bytes = await plain(60, 40).toFormat(format).toBuffer()
    const { format: kept, width, height } = await sharp(await read(dataUrl(bytes))).metadata()
    expect({ kept, width, height }).toEqual({ kept: 'webp', width: 60, height: 40 })
  })

  it('is stored without metadata, upright, and no larger than a screen needs', async () => {
    const bytes = await plain(3000, 100)
      .withExif({ IFD0: { Artist: 'Rosalind Okafor' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '53/1 0/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Okafor</x:xmpmeta>')
      .jpeg()
      .toBuffer()
    expect(bytes.includes('Okafor')).toBe(true)
    const kept = await read(dataUrl(bytes, 'image/jpeg'))
    const { width, height, exif, xmp, icc, orientation } = await sharp(kept).metadata()
    expect({ width, height, exif, xmp, icc, orientation }).toEqual({ width: 80, height: 2400 })
    expect(kept.includes('Okafor')).toBe(false)
  })

  it('is recognized by its bytes, whatever its declared type', async () => {
    expect(await read(dataUrl(await plain(8).png().toBuffer(), 'text/html;charset=utf-8'))).toBeInstanceOf(Buffer)
  })
})

describe('a file that is not an accepted image', () => {
  const choose = 'Choose a JPEG, PNG, WebP or AVIF image.'
  const svg =
    '<?xml version="1.0"?>\n<!-- drawn by hand -->\n<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  const animated = () =>
    sharp(Buffer.alloc(8 * 16 * 3).fill(255, 8 * 8 * 3), { raw: { width: 8, height: 16, channels: 3, pageHeight: 8 } })
  const half = async (image: Sharp) => {
    const bytes = await image.toBuffer()
    return bytes.subarray(0, Math.floor(bytes.length / 2))
  }
  it.each<[string, () => Promise<string> | string, string]>([
    ['nothing at all', () => 'data:image/png;base64,', `This is not an image. ${choose}`],
    ['text', () => 'a photo of me', `This is not an image. ${choose}`],
    ['text of that type', () => dataUrl(Buffer.from('a photo of me')), `This is not an image. ${choose}`],
    ['a PDF', () => dataUrl(Buffer.from('%PDF-1.7')), `This is not an image. ${choose}`],
    ['an SVG', () => dataUrl(Buffer.from(svg), 'image/svg+xml'), `SVG drawings cannot be taken. ${choose}`],
    ['an SVG that says it is a PNG', () => dataUrl(Buffer.from(svg)), `SVG drawings cannot be taken. ${choose}`],
    [
      'a HEIC photo',
      () => dataUrl(mediaFile('heic', 'mif1', 'heic'), 'image/heic'),
      'HEIC photos cannot be taken. Save the photo as JPEG, or choose another image.',
    ],
    ['a film', () => dataUrl(mediaFile('isom', 'mp42'), 'video/mp4'), `This is not an image. ${choose}`],
    ['a GIF', async () => dataUrl(await animated().gif().toBuffer()), `GIF images cannot be taken. ${choose}`],
    [
      'a WebP that moves',
      async () => dataUrl(await animated().webp({ loop: 0, delay: 100 }).toBuffer()),
      'This image is animated. Choose a still one.',
    ],
    [
      'half a JPEG',
      async () => dataUrl(await half(noise(200).jpeg())),
      `This image is broken and cannot be read. ${choose}`,
    ],
    [
      'half a PNG',
      async () => dataUrl(await half(noise(200).png())),
      `This image is broken and cannot be read. ${choose}`,
    ],
    [
      'half a WebP',
      async () => dataUrl(await half(noise(200).webp())),
      `This image is broken and cannot be read. ${choose}`,
    ],
    [
      'half an AVIF',
      async () => dataUrl(await half(noise(90).avif())),
      `This image is broken and cannot be read. ${choose}`,
    ],
    [
      'an AVIF without a picture',
      () => dataUrl(mediaFile('avif', 'mif1')),
      `This image is broken and cannot be read. ${choose}`,
    ],
    [
      'too many bytes',
      () => dataUrl(Buffer.alloc(263 * 1024 + 1)),
      'This image has 264 KB. Choose one of at most 195 KB.',
    ],
    [
      'too many pixels',
      async () => dataUrl(await pngThatClaims(65_000, 65_000)),
      'This image has 65,000 × 65,000 pixels. Choose one of at most 1 million pixels in all.',
    ],
    [
      'an AVIF of a few bytes and many pixels',
      async () => dataUrl(await plain(1001, 1000).avif({ effort: 0 }).toBuffer()),
      'This image has 1,001 × 1,000 pixels. Choose one of at most 1 million pixels in all.',
    ],
    [
      'fewer pixels than it claims',
      async () => dataUrl(await pngThatClaims(900, 900)),
      `This image is broken and cannot be read. ${choose}`,
    ],
  ])('%s', async (_, make, message) => {
    const said = await read(await make()).then(
      () => 'taken',
      (error: Error) => error.message,
    )
    expect(said).toBe(message)
  })
})

describe('many images at once', () => {
  it('are decoded one at a time, and too many are refused for a minute', async () => {
    const image = dataUrl(await plain(400).png().toBuffer())
    const decoding = () => sharp.counters().process + sharp.counters().queue
    // Decoding that other tests of this process started counts too.
    await expect.poll(decoding).toBe(0)
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, decoding())
    }, 1)
    const results = await Promise.allSettled(Array.from({ length: 40 }, () => read(image)))
    clearInterval(watch)
    expect(most).toBe(1)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(21)
    const refused = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(refused.reason).toMatchObject({ code: 503, retryAfter: 60 })
    await expect(read(image)).resolves.toBeInstanceOf(Buffer)
  })
})
