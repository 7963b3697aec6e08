import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSubmission } from '@marram/api-contract/submissions'
import type { TestDatabase } from '@marram/server/testing/engines'
import { describeOnServer } from '@marram/server/testing/server-only'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openApiDatabase } from '../database/open-database'
import { forms, submissions } from '../forms/tables'
import { killAll, startApi } from '../testing/api-process'
import { contentTemplate } from '../testing/test-app'
import { unfinishedUploads } from './tables'

// Another connection locks the row, which the embedded engine cannot have; kill.test.ts kills that one at random
// moments.
describeOnServer('an API that is killed between image and row', (engine) => {
  const data = mkdtempSync(join(tmpdir(), 'marram-interrupted-'))
  const uploads = () => (existsSync(join(data, 'api/uploads')) ? readdirSync(join(data, 'api/uploads')) : [])
  let place: TestDatabase
  let database: Awaited<ReturnType<typeof openApiDatabase>>
  let body: string
  beforeAll(async () => {
    place = await engine.create({ template: contentTemplate })
    database = await openApiDatabase(place.location)
    const submission_form = [{ data_label: 'Photo', data_type: 'file' as const, data_value: '' }]
    await database.db.insert(forms).values({ slug: 'photo', form_name: 'Photo', submission_form })
    const photo = await sharp({ create: { width: 6, height: 4, channels: 3, background: '#0B5F57' } })
      .png()
      .toBuffer()
    const data_value = `data:image/png;base64,${photo.toString('base64')}`
    body = JSON.stringify({
      submitted_form: 'photo',
      form_data: [{ data_label: 'Photo', data_type: 'file', data_value }],
    })
  })
  afterAll(async () => {
    killAll()
    await database?.close()
    await place?.drop()
    rmSync(data, { recursive: true })
  })

  const start = () => startApi(data, { DATABASE_URL: place.location.url ?? '' })
  const send = (url: string) =>
    fetch(url + createSubmission.path, {
      ...{ method: 'POST', body },
      headers: { 'content-type': 'application/json', 'idempotency-key': 'one' },
    })
  const named = async () =>
    (await database.db.select().from(submissions)).flatMap(({ fields }) => fields.map(({ value }) => value))

  it('marks the image as unfinished, accepts the same submission again, and removes the image a day later', async () => {
    const killed = start()
    const url = await killed.ready
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${submissions} in exclusive mode`)
      const sent = send(url)
      await vi.waitFor(() => expect(uploads()).toEqual([expect.stringMatching(/\.webp$/)]), { timeout: 20_000 })
      killed.child.kill('SIGKILL')
      await expect(sent).rejects.toThrow()
      await killed.ended
    })
    const [orphan] = uploads()
    expect(await named()).toEqual([])
    expect(await database.db.select().from(unfinishedUploads)).toMatchObject([{ name: orphan }])

    const second = start()
    expect((await send(await second.ready)).status).toBe(200)
    const [photo] = await named()
    expect(uploads().sort()).toEqual([orphan, photo].sort())
    second.child.kill('SIGTERM')
    await second.ended

    await database.db.update(unfinishedUploads).set({ begunAt: sql`now() - interval '2 days'` })
    await start().ready
    await vi.waitFor(() => expect(uploads()).toEqual([photo]), { timeout: 20_000 })
    // The record is removed after the file.
    await vi.waitFor(async () => expect(await database.db.$count(unfinishedUploads)).toBe(0), { timeout: 20_000 })
  })
})
