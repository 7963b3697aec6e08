import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolder } from '@marram/server/stored-files'
import { testServer } from '@marram/server/testing/test-server'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { media } from '../content/media'
import { ownProblem, sendProblem } from '../http/server'
import { placePictures } from './media-files'

let folder: string
const mediaFolder = () => join(folder, 'placed')
const mediaFiles = () => openFolder(mediaFolder())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'marram-copies-'))
  mkdirSync(join(folder, 'media'))
  mkdirSync(mediaFolder())
})
afterEach(() => rmSync(folder, { recursive: true }))

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#286a5e' } })

/** The URL of a picture of the content folder after it was processed. */
async function place(name: string, bytes: Buffer): Promise<string> {
  writeFileSync(join(folder, 'media', name), bytes)
  const item = { slug: 'dune', image: `media/${name}` }
  await placePictures(item, 'gallery', folder, mediaFiles())
  return item.image
}
const placed = () => readdirSync(mediaFolder()).toSorted()
const sizeOf = async (name: string) => {
  const { format, width, height } = await sharp(join(mediaFolder(), name)).metadata()
  return [format, width, height]
}

describe('a photograph of the content', () => {
  it.each(['jpeg', 'png', 'webp', 'avif'] as const)(
    'has smaller copies, as %s too, and its width in the name',
    async (kind) => {
      const url = await place(`dune.${kind}`, await plain(1600, 800).toFormat(kind).toBuffer())
      const [, stem = ''] = /^\/media\/(dune\.w1600\.[\da-f]{10})\.\w+$/.exec(url) ?? []
      const names = [1440, 480, 960].map((width) => `${stem}.${width}.webp`)
      expect(placed()).toEqual([...names, `${stem}.${kind}`].toSorted())
      for (const width of [480, 960, 1440])
        expect(await sizeOf(`${stem}.${width}.webp`)).toEqual(['webp', width, width / 2])
    },
  )

  it('has no copy that is larger than the original', async () => {
    const url = await place('dune.jpg', await plain(700, 500).jpeg().toBuffer())
    const stem = url.slice('/media/'.length, -'.jpg'.length)
    expect(placed()).toEqual([`${stem}.480.webp`, `${stem}.700.webp`, `${stem}.jpg`])
    expect(await sizeOf(`${stem}.700.webp`)).toEqual(['webp', 700, 500])
  })

  it('is rotated as the camera was held', async () => {
    const turned = await plain(1000, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const stem = (await place('dune.jpg', turned)).slice('/media/'.length, -'.jpg'.length)
    expect(stem).toMatch(/^dune\.w600\./)
    expect(await sizeOf(`${stem}.480.webp`)).toEqual(['webp', 480, 800])
  })

  it('keeps its URL and its copies when it is applied from an export', async () => {
    const bytes = await plain(1600, 800).jpeg().toBuffer()
    const url = await place('dune.jpg', bytes)
    const before = placed()
    rmSync(mediaFolder(), { recursive: true })
    expect(await place(url.slice('/media/'.length), bytes)).toBe(url)
    expect(placed()).toEqual(before)
  })

  it.each<[string, () => Promise<Buffer>]>([
    ['tiny', () => plain(1, 1).png().toBuffer()],
    ['narrow', () => plain(480, 900).png().toBuffer()],
    ['too long for WebP', () => plain(500, 16_400).png({ compressionLevel: 1 }).toBuffer()],
    [
      'moving',
      async () =>
        sharp(await frames(), { animated: true })
          .webp()
          .toBuffer(),
    ],
  ])('has no copies when it is %s', async (_, bytes) => {
    const url = await place('dune.webp', await bytes())
    expect(url).toMatch(/^\/media\/dune\.[\da-f]{10}\.webp$/)
    expect(placed()).toEqual([url.slice('/media/'.length)])
  })

  it.each<[string, () => Promise<Buffer>]>([
    ['none at all', async () => Buffer.from('no picture')],
    ['empty', async () => Buffer.alloc(0)],
    ['cut off', async () => (await plain(1600, 800).png().toBuffer()).subarray(0, 3000)],
  ])('that is %s is reported as a mistake and leaves no files behind', async (_, bytes) => {
    await expect(place('dune.png', await bytes())).rejects.toMatchObject({
      name: 'OperatorMistake',
      message: expect.stringMatching(/^media\/dune.*\.png: this picture cannot be read: \S/),
    })
    expect(placed()).toEqual([])
  })

  it('is served with its copies under the right types, cached for ever, and shared as before', async () => {
    const url = await place('dune.jpg', await plain(1600, 800).jpeg().toBuffer())
    const app = testServer({ sendProblem, problemOf: ownProblem }).app
    await app.register(media, { files: mediaFiles(), waiting: 5 })
    const copy = await app.inject(url.replace('.jpg', '.960.webp'))
    expect([copy.statusCode, copy.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(copy.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await app.inject(url)).headers['content-type']).toBe('image/jpeg')
    expect((await app.inject(url.replace('.jpg', '.1600.webp'))).statusCode).toBe(404)
    expect((await app.inject(url.replace('.jpg', '.og.jpg'))).statusCode).toBe(200)
    await app.close()
  })
})

async function frames(): Promise<Buffer> {
  const each = await Promise.all(['#000000', '#ffffff'].map((background) => frame(background)))
  return sharp(each, { join: { animated: true } })
    .webp()
    .toBuffer()
}
const frame = (background: string) =>
  sharp({ create: { width: 600, height: 400, channels: 3, background } })
    .png()
    .toBuffer()

describe('a drawing', () => {
  const drawnAs = async (drawing: Record<string, unknown>) => {
    const item = { slug: 'gauge', image: drawing as unknown as string }
    await placePictures(item, 'initiatives', folder, mediaFiles())
    return item.image
  }

  it('shows in its name whether it has a view for slots of any shape', async () => {
    expect(await drawnAs({ object: 'gauge', hour: 'noon' })).toMatch(
      /^\/media\/initiatives\/gauge\.wide\.[\da-f]{10}\.svg$/,
    )
    expect(await drawnAs({ scene: 'coast', hour: 'noon' })).toMatch(/^\/media\/initiatives\/gauge\.[\da-f]{10}\.svg$/)
  })
})
