import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { KEEP_DAYS } from '@marram/api-contract/personal-data'
import { openFiles } from '@marram/server/stored-files'
import { engines } from '@marram/server/testing/engines'
import { eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { courses, events } from '../events/tables'
import { forms, submissions } from '../forms/tables'
import { openTestApp, type TestApp } from '../testing/test-app'
import { removeUnfinishedUploads } from '../uploads/uploads'
import { forgetOldSubmissions } from './keep-days'

const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000)
const dayOf = (days: number) => ago(days).toISOString().slice(0, 10)

describe.each(engines)('a submission ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine)
    const submission_form = [{ data_label: 'Name', data_type: 'textfield' as const, data_value: '' }]
    const form = (slug: string, keep_days: number | null) => ({ slug, form_name: slug, submission_form, keep_days })
    const short = ['two', 'past', 'later', 'course', 'plain'].map((slug) => form(slug, 30))
    await test.db.insert(forms).values([...short, form('default', null)])
    const event = { kind: 'sport' as const, image: '', title: '', description: '', open: true }
    await test.db.insert(events).values(
      (
        [
          // One form for an event that is over and for one that is coming.
          ['two', 45, 40],
          ['two', -60, -60],
          ['past', 45, 40],
          ['past', 36, 31],
          ['later', 25, 20],
        ] as const
      ).map(([form, from, to], i) => ({
        ...{ ...event, form, slug: `kept-${i}` },
        ...{ date_from: dayOf(from), date_to: dayOf(to) },
      })),
    )
    const course = { slug: 'kept', image: '', title: '', description: '', form: 'course' }
    await test.db.insert(courses).values({ ...course, date: dayOf(20) })
  })
  afterAll(() => test?.close())

  it('is deleted with its images, once, a number of days after its last event or its sending', async () => {
    const files = await openFiles('', test.folders.uploads)
    const sent: [form: string, days: number, stays: boolean][] = [
      // From before the first event was over, and from after it.
      ['two', 50, true],
      ['two', 40, true],
      ['two', 39, true],
      ['two', 1, true],
      ['past', 50, false],
      ['past', 31, false],
      ['past', 30, true],
      ['later', 400, true],
      ['later', 1, true],
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

  it('is kept no longer when its form is reused, and no shorter when its event is removed', async () => {
    const slugs = ['again', 'ended']
    await test.db
      .insert(forms)
      .values(slugs.map((slug) => ({ slug, form_name: slug, submission_form: [], keep_days: 30 })))
    const event = { kind: 'ticket' as const, image: '', title: '', description: '', open: true }
    const days = { date_from: dayOf(-9), date_to: dayOf(-9) }
    await test.db.insert(events).values(slugs.map((slug) => ({ ...event, ...days, slug, form: slug })))
    // For an event that ended 31 days ago, recorded while it was coming; and one without a recorded end.
    const sent = [
      { id: randomUUID(), form: 'again', keepFrom: dayOf(31) },
      { id: randomUUID(), form: 'ended', keepFrom: null },
    ]
    await test.db.insert(submissions).values(sent.map((each) => ({ ...each, fields: [], createdAt: ago(50) })))
    await forgetOldSubmissions(test.db)
    await test.db.delete(events).where(eq(events.slug, 'ended'))
    await forgetOldSubmissions(test.db)
    const left = await test.db.select().from(submissions).where(inArray(submissions.form, slugs))
    expect(left.map(({ form, keepFrom }) => [form, keepFrom])).toEqual([['ended', dayOf(-9)]])
  })
})
