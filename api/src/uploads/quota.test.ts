import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { createSubmission } from '@marram/api-contract/submissions'
import { freeDisk } from '@marram/server/free-disk'
import { createMetrics } from '@marram/server/metrics'
import { engines } from '@marram/server/testing/engines'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { forms, submissions } from '../forms/tables'
import { fromEdge, openTestApp, type TestApp } from '../testing/test-app'
import { forgetOldUploads } from './quota'
import { uploadedBytes } from './tables'

const BLOCK = 4096
const CLIENT = 20 * BLOCK
const ALL = 50 * BLOCK

/** Compression does not make it smaller. */
const noise = async () => {
  const raw = { width: 64, height: 64, channels: 3 } as const
  const jpeg = await sharp(randomBytes(64 * 64 * 3), { raw })
    .jpeg()
    .toBuffer()
  return `data:image/jpeg;base64,${jpeg.toString('base64')}`
}

const named = { data_label: 'Name', data_type: 'textfield', data_value: 'Ada' }

describe.each(engines)('images from one network ($name)', (engine) => {
  let test: TestApp
  const metrics = createMetrics()
  beforeAll(async () => {
    test = await openTestApp(engine, { API_UPLOADS_CLIENT_BYTES: CLIENT, API_UPLOADS_ALL_BYTES: ALL }, { metrics })
    const submission_form = [
      { data_label: 'Name', data_type: 'textfield' as const, data_value: '' },
      { data_label: 'Photo', data_type: 'file' as const, data_value: '' },
    ]
    await test.db.insert(forms).values({ slug: 'photo', form_name: 'Photo', submission_form })
  })
  beforeEach(() => test.db.delete(uploadedBytes))
  afterAll(() => test?.close())

  const form = (data_value: string) => ({
    submitted_form: 'photo',
    form_data: [named, { data_label: 'Photo', data_type: 'file', data_value }],
  })
  const send = async (address: string, { body, key }: { body?: object; key?: string } = {}) =>
    test.app.inject({
      method: 'POST',
      url: createSubmission.path,
      payload: body ?? form(await noise()),
      headers: { ...fromEdge(address), ...(key && { 'idempotency-key': key }) },
    })
  const files = () => (existsSync(test.folders.uploads) ? readdirSync(test.folders.uploads).length : 0)
  const counted = async () => {
    const rows = await test.db.select().from(uploadedBytes)
    return rows.filter(({ client }) => client === 'all').reduce((sum, { bytes }) => sum + bytes, 0)
  }
  /** Sends until it is refused. */
  async function fill(address: string) {
    for (let sent = 0; sent < 100; sent += 1) {
      const answer = await send(address)
      if (answer.statusCode !== 200) return { sent, answer }
    }
    throw new Error('nothing was refused')
  }
  const age = (hours: number) =>
    test.db.update(uploadedBytes).set({ hour: sql`${uploadedBytes.hour} - make_interval(hours => ${hours})` })

  it('are limited by their bytes, with a message, for that network alone', async () => {
    const { sent, answer } = await fill('203.0.113.1')
    expect(sent).toBeGreaterThan(1)
    expect(sent).toBeLessThanOrEqual(CLIENT / BLOCK)
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toEqual({
      code: 429,
      message: expect.stringMatching(/your network.*try again in 2[34] hours/i),
    })
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(22 * 3600)
    expect(await counted()).toBeLessThanOrEqual(CLIENT)
    const before = files()
    expect((await send('203.0.113.1')).statusCode).toBe(429)
    expect(files()).toBe(before)
    expect((await send('203.0.113.2')).statusCode).toBe(200)
    // Forms without images are not limited.
    expect((await send('203.0.113.1', { body: form('') })).statusCode).toBe(200)
  })

  it('are counted for the whole /64 of an IPv6 address', async () => {
    await fill('2001:db8:1:2::1')
    expect((await send('2001:db8:1:2:ffff::1')).statusCode).toBe(429)
    expect((await send('2001:db8:1:3::1')).statusCode).toBe(200)
  })

  it('are accepted again a day later, and the count is deleted then', async () => {
    await fill('203.0.113.1')
    await age(23)
    expect((await send('203.0.113.1')).json().message).toMatch(/try again in an hour/i)
    await age(2)
    expect((await send('203.0.113.1')).statusCode).toBe(200)
    await forgetOldUploads(test.db)
    const rows = await test.db.select().from(uploadedBytes)
    expect(rows).toHaveLength(2)
  })

  it('cannot fill the disk together with those from other networks', async () => {
    let answer = await send('203.0.113.1')
    for (let i = 2; i < 100 && answer.statusCode === 200; i += 1)
      for (let j = 0; j < 2 && answer.statusCode === 200; j += 1) answer = await send(`203.0.113.${i}`)
    expect(answer.statusCode).toBe(503)
    // A page reads from this header that the form was certainly not stored.
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(answer.json().message).toMatch(/try again/i)
    expect(await counted()).toBeLessThanOrEqual(ALL)
  })

  it('count once when the same submission is repeated with its key, also at the same moment', async () => {
    const body = form(await noise())
    expect((await send('203.0.113.1', { body, key: 'one' })).statusCode).toBe(200)
    const once = await counted()
    for (let i = 0; i < 30; i += 1) expect((await send('203.0.113.1', { body, key: 'one' })).statusCode).toBe(200)
    expect(await counted()).toBe(once)
    const both = await Promise.all([1, 2, 3].map(() => send('203.0.113.1', { body, key: 'two' })))
    expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(await counted()).toBe(2 * once)
  })

  it('do not count when the submission fails', async () => {
    await test.db.execute(sql`alter table ${submissions} add constraint nothing_more check (form <> 'photo') not valid`)
    expect((await send('203.0.113.1')).statusCode).toBe(409)
    await test.db.execute(sql`alter table ${submissions} drop constraint nothing_more`)
    expect(await counted()).toBe(0)
  })

  it('stay within the limit when many are sent at once', async () => {
    const body = form(await noise())
    const answers = await Promise.all(Array.from({ length: 15 }, () => send('203.0.113.1', { body })))
    const taken = answers.filter(({ statusCode }) => statusCode === 200).length
    expect(taken).toBeGreaterThan(0)
    expect(await counted()).toBeLessThanOrEqual(CLIENT)
    expect(answers.every(({ statusCode }) => [200, 429].includes(statusCode))).toBe(true)
  })

  it('store no address in the database', async () => {
    await send('203.0.113.1')
    const rows = await test.db.select().from(uploadedBytes)
    expect(JSON.stringify(rows)).not.toContain('203.0')
  })

  it('are accepted while the disk has space, as the health of the API shows', async () => {
    expect((await test.app.inject('/healthz')).json()).toMatchObject({ code: 200, uploads: 'taken' })
  })

  it('that are refused are counted for operators', async () => {
    await fill('203.0.113.1')
    expect(await metrics.metrics()).toMatch(/marram_uploads_refused_total\{kind="network"\} [1-9]/)
  })
})

describe.each(engines)('a disk with little space ($name)', (engine) => {
  let test: TestApp
  const metrics = createMetrics()
  beforeAll(async () => {
    test = await openTestApp(
      engine,
      {},
      { metrics, disk: freeDisk('', metrics, async () => ({ free: 5, size: 1000 })) },
    )
    const submission_form = [
      { data_label: 'Name', data_type: 'textfield' as const, data_value: '' },
      { data_label: 'Photo', data_type: 'file' as const, data_value: '' },
    ]
    await test.db.insert(forms).values({ slug: 'photo', form_name: 'Photo', submission_form })
  })
  afterAll(() => test?.close())
  const send = (data_value: string) =>
    test.app.inject({
      method: 'POST',
      url: createSubmission.path,
      payload: { submitted_form: 'photo', form_data: [named, { data_label: 'Photo', data_type: 'file', data_value }] },
    })

  it('refuses images with a message; forms without images are accepted', async () => {
    const refused = await send(await noise())
    expect([refused.statusCode, refused.json()]).toEqual([
      503,
      { code: 503, message: 'Images cannot be stored right now. Please try again later.' },
    ])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(existsSync(test.folders.uploads) ? readdirSync(test.folders.uploads) : []).toEqual([])
    expect(await test.db.select().from(uploadedBytes)).toEqual([])
    expect((await send('')).statusCode).toBe(200)
  })

  it('is reported by a metric and by the health of the API, which keeps running', async () => {
    const health = await test.app.inject('/healthz')
    expect([health.statusCode, health.json()]).toEqual([
      200,
      expect.objectContaining({
        code: 200,
        uploads: 'refused: too little disk is free',
        disk: { state: 'full', freeBytes: 5 },
      }),
    ])
    const told = await metrics.metrics()
    expect(told).toMatch(/^marram_disk_low 2$/m)
    expect(told).toMatch(/marram_uploads_refused_total\{kind="disk"\} 1/)
  })
})
