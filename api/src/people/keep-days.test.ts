import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { KEEP_DAYS } from '@marram/api-contract/personal-data'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { courses, events } from '../events/tables'
import { forms, submissions } from '../forms/tables'
import { openTestApp, type TestApp } from '../testing/test-app'
import { openUploadFiles } from '../uploads/upload-files'
import { removeUnfinishedUploads } from '../uploads/uploads'
import { forgetOldSubmissions } from './keep-days'

const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
const dayOf = (days: number) => ago(days).toISOString().slice(0, 10)

describe.each(engines)('what was sent with a form ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine)
    const submission_form = [{ data_label: 'Name', data_type: 'textfield' as const, data_value: '' }]
    const form = (slug: string, keep_days: number | null) => ({ slug, form_name: slug, submission_form, keep_days })
    await test.db
      .insert(forms)
      .values([form('short', 30), form('default', null), form('course', 30), form('plain', 30)])
    const event = { kind: 'sport' as const, image: '', title: '', description: '', open: true, form: 'short' }
    const at = (slug: string, from: number, to: number) => ({
      ...event,
      slug,
      date_from: dayOf(from),
      date_to: dayOf(to),
    })
    await test.db.insert(events).values([at('kept-1', 45, 40), at('kept-2', 25, 20), at('kept-3', 1, -60)])
    const course = { slug: 'kept', image: '', title: '', description: '', form: 'course' }
    await test.db.insert(courses).values({ ...course, date: dayOf(20) })
  })
  afterAll(() => test?.close())

  it('is deleted so many days after its own event, or after it was sent, with its images, once', async () => {
    const files = await openUploadFiles('', test.folders.uploads)
    const sent: [string, number, boolean][] = [
      // For the event that ended 40 days ago, and for the one that ended 20 days ago.
      ...(
        [
          ['short', 50, false],
          ['short', 40, false],
          ['short', 39, true],
          ['short', 1, true],
        ] as const
      ).map((each) => [...each] as [string, number, boolean]),
      ['course', 400, true],
      ['plain', 31, false],
      ['plain', 30, true],
      ['default', KEEP_DAYS + 1, false],
      ['default', KEEP_DAYS, true],
      ['no such form', KEEP_DAYS + 1, false],
      ['no such form', 400, true],
    ]
    const rows = sent.map(([form, days]) => ({ id: randomUUID(), form, days }))
    for (const { id, form, days } of rows) {
      await files.put(`${id}.webp`, 'an image')
      const fields = [{ label: 'Picture', kind: 'file' as const, value: `${id}.webp` }]
      await test.db.insert(submissions).values({ id, form, fields, createdAt: ago(days) })
    }
    const deleted = await Promise.all([forgetOldSubmissions(test.db), forgetOldSubmissions(test.db)])
    expect(deleted[0] + deleted[1]).toBe(sent.filter(([, , stays]) => !stays).length)
    await removeUnfinishedUploads(test.db, files)
    const left = new Set((await test.db.select().from(submissions)).map(({ id }) => id))
    expect(rows.map(({ id, form, days }) => [form, days, left.has(id)])).toEqual(sent)
    for (const { id } of rows) expect(existsSync(join(test.folders.uploads, `${id}.webp`))).toBe(left.has(id))
  })
})
