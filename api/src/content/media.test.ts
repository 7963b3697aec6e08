import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { draw } from '@marram/artwork/drawing'
import { openFolder } from '@marram/server/stored-files'
import { testServer } from '@marram/server/testing/test-server'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownProblem, sendProblem } from '../http/server'
import { media } from './media'

let folder: string
let app: FastifyInstance

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'marram-pictures-'))
  app = testServer({ sendProblem, problemOf: ownProblem }).app
  await app.register(media, { files: openFolder(folder), waiting: 5 })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const drawing = draw({ scene: 'coast', hour: 'dawn' }, 'x')
const place = (name: string, bytes: string | Buffer) => writeFileSync(join(folder, name), bytes)
const get = (name: string) => app.inject(`/media/${name}`)

describe('the sharing picture of a link', () => {
  it('is a JPEG of the announced size, made from a drawing', async () => {
    place('coast.0123abcdef.svg', drawing)
    const { statusCode, headers, rawPayload } = await get('coast.0123abcdef.og.jpg')
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  })

  it('is created from photographs too, without transparency', async () => {
    const hole = { r: 0, g: 0, b: 0, alpha: 0 }
    const image = sharp({ create: { width: 300, height: 400, channels: 4, background: hole } })
    place('hole.0123abcdef.webp', await image.webp().toBuffer())
    const { rawPayload } = await get('hole.0123abcdef.og.jpg')
    const { dominant } = await sharp(rawPayload).stats()
    expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240)
  })

  it('is created once for simultaneous requests, and stays', async () => {
    place('coast.0123abcdef.svg', drawing)
    const answers = await Promise.all(Array.from({ length: 8 }, () => get('coast.0123abcdef.og.jpg')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
    expect(readdirSync(folder).toSorted()).toEqual(['coast.0123abcdef.og.jpg', 'coast.0123abcdef.svg'])
  })

  it.each(['nothing.0123abcdef.og.jpg', 'coast.og.jpg', 'coast.0123abcdef.og.png', 'coast.0123abcdef.og.og.jpg'])(
    'is 404 at %s, because no picture is behind it',
    async (name) => {
      place('coast.0123abcdef.svg', drawing)
      const { statusCode, headers } = await get(name)
      expect([statusCode, headers['cache-control']]).toEqual([404, 'no-store'])
    },
  )

  it('is 404 when the picture cannot be read, and others are still created', async () => {
    place('broken.0123abcdef.png', 'no picture')
    place('coast.0123abcdef.svg', drawing)
    const [broken, coast] = await Promise.all([get('broken.0123abcdef.og.jpg'), get('coast.0123abcdef.og.jpg')])
    expect([broken.statusCode, coast.statusCode]).toEqual([404, 200])
  })

  it('is refused for a minute when too many are requested at once, and created afterwards', async () => {
    const many = Array.from({ length: 12 }, (_, i) => `p.${String(i).padStart(10, '0')}`)
    const small = '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="6"><rect width="12" height="6"/></svg>'
    for (const name of many) place(`${name}.svg`, small)
    const answers = await Promise.all(many.map((name) => get(`${name}.og.jpg`)))
    const refused = answers.filter(({ statusCode }) => statusCode !== 200)
    expect(refused.length).toBeGreaterThan(0)
    for (const { statusCode, headers } of refused) expect([statusCode, headers['retry-after']]).toEqual([503, '60'])
    expect((await get(`${many.at(-1)}.og.jpg`)).statusCode).toBe(200)
  })
})
