import type { Page } from '@playwright/test'

/** A PNG of one pixel. */
export const smallPicture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A JPEG as a camera makes it: large, and of so many colours that it is heavy. */
export async function largePhoto(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 4000, height: 3000 })
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    for (let i = 0; i < 20_000; i++) {
      context.fillStyle = `hsl(${(i * 137) % 360} 70% ${(i * 31) % 100}%)`
      context.fillRect((i * 7919) % 4000, (i * 104729) % 3000, 60, 60)
    }
    return canvas.toDataURL('image/jpeg', 0.98)
  })
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}

/** The first bytes of a HEIC photo: no browser here can show one. */
export const heic = Buffer.from('\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic', 'latin1')

/** A JPEG of the largest size that is sent, in which no two pixels are alike: nothing makes it light but fewer of them. */
export async function noisyPhoto(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 2400, height: 1800 })
    const context = canvas.getContext('2d') as CanvasRenderingContext2D
    const pixels = context.createImageData(2400, 1800)
    for (let at = 0; at < pixels.data.length; at += 65_536)
      crypto.getRandomValues(pixels.data.subarray(at, Math.min(at + 65_536, pixels.data.length)))
    for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255
    context.putImageData(pixels, 0, 0)
    return canvas.toDataURL('image/jpeg', 0.9)
  })
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}
