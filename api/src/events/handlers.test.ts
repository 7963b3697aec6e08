import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyContent } from '../content-files/apply'
import { forms } from '../forms/tables'
import { TODAY } from '../testing/sample-content'
import { openTestApp, type TestApp } from '../testing/test-app'
import { events } from './tables'

const event = { kind: 'sport' as const, image: '', title: 'Run', description: '', open: true, form: 'run' }

describe.each(engines)('registration for an event ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine)
    await test.db.insert(forms).values({ slug: 'run', form_name: 'Run', submission_form: [] })
    const days = { date_from: '2026-11-01', date_to: TODAY }
    await test.db.insert(events).values([
      { ...event, ...days, slug: 'test-open' },
      { ...event, ...days, slug: 'test-closed', open: false },
      { ...event, ...days, slug: 'test-without-form', form: null },
      { ...event, date_from: '2026-11-01', date_to: '2026-11-20', slug: 'test-over' },
    ])
  })
  afterAll(() => test?.close())

  it.each([
    ['test-open', true],
    ['test-closed', false],
    ['test-without-form', false],
    ['test-over', false],
  ])('is open by its days and its form, whatever its record says: %s', async (slug, open) => {
    const { data } = (await test.app.inject(`/api/sports/detail/${slug}`)).json()
    expect(data.open).toBe(open)
    const listed = (await test.app.inject('/api/sports/open')).json().data
    const found = listed.find((each: { slug: string }) => each.slug === slug)
    expect(found?.open).toBe(slug === 'test-over' ? undefined : open)
  })

  it('says when it was last changed, which content that is applied again unchanged is not', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-events-'))
    const file = path.join(folder, 'sports')
    fs.mkdirSync(file)
    const apply = async (title: string) => {
      const text = (name: string) =>
        `---\ntitle: ${name}\ndate_from: ${TODAY}\ndate_to: ${TODAY}\nopen: true\nimage: https://a.example/a\n---\n<p>Run.</p>\n`
      fs.writeFileSync(path.join(file, 'stamped.md'), text(title))
      fs.writeFileSync(path.join(file, 'stays.md'), text('Stays'))
      await applyContent(test.db, folder, test.media)
      const rows = await test.db.select().from(events)
      const at = (slug: string) => rows.find((each) => each.slug === slug)?.changed_at.toISOString() ?? ''
      return [at('stamped'), at('stays')]
    }
    const [first, stays] = await apply('First')
    expect(await apply('First')).toEqual([first, stays])
    const [second, same] = await apply('Second')
    expect([second && first && second > first, same]).toEqual([true, stays])
    const { data } = (await test.app.inject('/api/sports/detail/stays')).json()
    expect(data.changed_at).toBe(stays)
    fs.rmSync(folder, { recursive: true })
  })
})
