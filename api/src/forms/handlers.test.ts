import { randomUUID } from 'node:crypto'
import { engines } from '@marram/server/testing/engines'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { courses, events } from '../events/tables'
import { openTestApp, type TestApp } from '../testing/test-app'
import { forms } from './tables'

const image = expect.stringMatching(/^\/media\/.+\.svg$/)
const event = { image: '', description: '', open: true, form: 'test-form', place: 'Gate 2' }
const days = (date_from: string, date_to = date_from) => ({ date_from, date_to })

describe.each(engines)('the event that a form belongs to ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine)
    await test.db
      .insert(forms)
      .values(['test-form', 'test-alone'].map((slug) => ({ slug, form_name: slug, submission_form: [] })))
  })
  afterAll(() => test?.close())
  const eventOf = async (form: string, query = '') =>
    (await test.app.inject(`/api/form/detail/${form}${query}`)).json().data.event

  it('is sent with the form, as far as it is known', async () => {
    expect(await eventOf('relay-entry')).toEqual({
      ...{ title: 'Saltmarsh Relay', url: '/sports-details/saltmarsh-relay' },
      ...{ date_from: '2027-04-17', date_to: '2027-04-18', place: 'Aldershore Sea Wall, Gate 2' },
      image,
      ...{ time: '9:30 am to 4:00 pm', fee: '£35 for a team, paid on the day' },
    })
    expect(await eventOf('letter-to-the-sea')).toEqual({
      ...{ title: 'Letters to the Sea', url: '/submission-details/letters-to-the-sea' },
      ...{ date_from: '2026-11-01', date_to: '2027-04-30', place: 'By form, by post, or in the box on the quay' },
      image,
    })
  })

  it('is the one that the visitor came from when several have the same form', async () => {
    expect(await eventOf('evening-seats')).toBeUndefined()
    expect(await eventOf('evening-seats', '?event=last-bus-concert')).toMatchObject({ date_from: '2026-12-12' })
    expect(await eventOf('evening-seats', '?event=an-evening-of-tides')).toMatchObject({ title: 'An Evening of Tides' })
    expect(await eventOf('evening-seats', '?event=saltmarsh-relay')).toBeUndefined()
    expect(await eventOf('course-place', '?event=read-a-shore')).toEqual({
      ...{ title: 'Read a shore in one afternoon', url: '/courses#read-a-shore' },
      ...{ date_from: '2027-02-13', date_to: '2027-02-13' },
      image,
    })
    expect(await eventOf('course-place')).toBeUndefined()
  })

  it('is missing when the form has none, and never that of another form', async () => {
    expect(await eventOf('test-alone')).toBeUndefined()
    expect(await eventOf('test-alone', '?event=saltmarsh-relay')).toBeUndefined()
    expect(await eventOf('relay-entry', '?event=last-bus-concert')).toMatchObject({ title: 'Saltmarsh Relay' })
  })

  it('is the only one that is not over', async () => {
    await test.db.insert(events).values([
      { ...event, kind: 'sport', slug: 'test-run', title: 'Run of last year', ...days('2025-04-17') },
      { ...event, kind: 'ticket', slug: 'test-run', title: 'Run of this year', ...days('2026-11-21') },
    ])
    expect(await eventOf('test-form', '?event=none')).toMatchObject({ title: 'Run of this year' })
    // There are two with that slug: the address does not say which is meant.
    expect(await eventOf('test-form', '?event=test-run')).toMatchObject({ title: 'Run of this year' })
    await test.db.insert(courses).values({
      ...{ slug: 'test-course', title: 'Course', image: '', description: '', date: '2026-12-01', form: 'test-form' },
    })
    expect(await eventOf('test-form', '?event=')).toBeUndefined()
    await test.db.delete(events).where(eq(events.form, 'test-form'))
    expect(await eventOf('test-form', '?event=other')).toMatchObject({ title: 'Course' })
    await test.db.delete(courses).where(eq(courses.form, 'test-form'))
  })

  it('closes it: nobody registers for what is over, or not open', async () => {
    // Another address each time: responses are kept until the content changes.
    const closed = async (query = `?event=${randomUUID()}`) =>
      (await test.app.inject(`/api/form/detail/test-form${query}`)).json().data.closed ?? 'open'
    const form_data = [{ data_label: 'Name', data_type: 'textfield', data_value: 'Ada' }]
    const payload = { submitted_form: 'test-form', form_data }
    const send = async () => {
      const { statusCode, body } = await test.app.inject({ method: 'POST', url: '/api/submission/create', payload })
      return [statusCode, /over|not open/.exec(body)?.[0]]
    }
    const submission_form = [{ ...form_data[0], data_type: 'textfield' as const, data_label: 'Name', data_value: '' }]
    await test.db.update(forms).set({ submission_form }).where(eq(forms.slug, 'test-form'))
    const past = { ...event, kind: 'sport' as const, slug: 'past', title: 'Past', ...days('2025-04-17') }
    const shut = { ...event, kind: 'event' as const, slug: 'shut', title: 'Shut', ...days('2027-04-17'), open: false }
    expect([await closed(), await send()]).toEqual(['open', [200, undefined]])
    await test.db.insert(events).values(past)
    expect([await closed(), await send()]).toEqual(['over', [409, 'over']])
    await test.db.insert(events).values(shut)
    expect([await closed(), await send()]).toEqual(['closed', [409, 'not open']])
    await test.db.insert(events).values({ ...shut, slug: 'wide', title: 'Wide', open: true })
    expect([await closed(), await send()]).toEqual(['open', [200, undefined]])
    // Whoever comes from one of several is told about that one.
    expect([await closed('?event=past'), await closed('?event=shut')]).toEqual(['over', 'closed'])
    await test.db.delete(events).where(eq(events.form, 'test-form'))
  })
})

describe.each(engines)('a form ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine)
  })
  afterAll(() => test?.close())

  it('shows its purpose and how long submissions are kept, by default two years', async () => {
    const ofForm = async (slug: string) => (await test.app.inject(`/api/form/detail/${slug}`)).json().data
    expect(await ofForm('sports-entry')).toMatchObject({ notice: expect.stringContaining('We use it'), keep_days: 90 })
    await test.db.insert(forms).values({ slug: 'silent', form_name: 'Silent', submission_form: [] })
    const { notice, keep_days } = await ofForm('silent')
    expect([notice, keep_days]).toEqual([undefined, 730])
  })

  it.each(['olympiad-single', 'olympiad-team', 'league-profile'])(
    'in which children take part needs the consent of a guardian: %s',
    async (submitted_form) => {
      const { errors } = (
        await test.app.inject({
          method: 'POST',
          url: '/api/submission/create',
          payload: { submitted_form, form_data: [] },
        })
      ).json()
      expect(Object.keys(errors)).toContainEqual(expect.stringMatching(/consent/i))
    },
  )
})
