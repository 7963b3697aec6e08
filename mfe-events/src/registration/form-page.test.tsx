// @vitest-environment happy-dom
import type { FormEvent } from '@marram/api-contract/forms'
import { OWN_WORK } from '@marram/api-contract/submissions'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { field, type OpenForm, openForm } from './testing/open-form'

const server = vi.hoisted(() => ({ send: vi.fn(), get: vi.fn() }))
vi.mock('../api', () => ({ sendForm: server.send, getForm: server.get }))
vi.mock('./draft/draft-pictures', () => ({ readPictures: async () => ({}), keepPictures: async () => {} }))

const concert: FormEvent = {
  ...{ title: 'Last Bus Concert', date_from: '2026-12-12', date_to: '2026-12-12' },
  ...{ place: 'Fenwick depot, bay 3', url: '/tickets-details/last-bus-concert' },
}
let page: OpenForm
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  server.send.mockReset().mockResolvedValue({ message: 'Noted.' })
  server.get.mockReturnValue(new Promise(() => {}))
})
afterEach(() => page.close())

it('shows the known details of the event of the form, and nothing else', async () => {
  page = await openForm([field('Name')], { event: concert })
  expect(page.text()).toContain('12 December 2026')
  expect(page.text()).toContain('Fenwick depot, bay 3')
  expect(page.one('aside a')?.getAttribute('href')).toBe('/tickets-details/last-bus-concert')
  expect(page.text()).not.toMatch(/Time|Registration fee|17 April|Sea Wall|\$35/)
})

it('shows the picture of the event, where it is known', async () => {
  page = await openForm([field('Name')], { event: { ...concert, image: '/media/bus.wide.0123456789.svg' } })
  expect(page.one('aside img')?.getAttribute('src')).toBe('/media/bus.wide.0123456789.svg#wide')
})

it('shows time and fee as the content has them', async () => {
  page = await openForm([field('Name')], { event: { ...concert, time: 'after the last bus', fee: '£4' } })
  expect(page.all('aside dd').map(({ textContent }) => textContent)).toEqual([
    '12 December 2026',
    'after the last bus',
    'Fenwick depot, bay 3',
    '£4',
  ])
})

it.each([
  ['no event', undefined],
  ['an event that says nothing', { title: '', date_from: '', date_to: '' }],
])('shows no box for a form with %s', async (_, event) => {
  page = await openForm([field('Name')], { event })
  expect(page.one('aside')).toBeNull()
  expect(page.text()).toContain('Good to know')
})

it('shows a breadcrumb to the form through its event, and none when that is unknown', async () => {
  const way = () => page.all('nav li').map(({ textContent }) => textContent)
  page = await openForm([field('Name')], { event: concert })
  expect(way()).toEqual(['Home', 'Tickets', 'Last Bus Concert', 'Any form'])
  expect(page.all('nav a').at(-1)?.getAttribute('href')).toBe('/tickets-details/last-bus-concert')
  await page.close()
  page = await openForm([field('Name')])
  expect(way()).toEqual(['Home', 'Any form'])
})

it('links back to the event from the receipt, and keeps it in the next form too', async () => {
  const walk = field('Which evening?', 'selectfield', { options: ['Last Bus Concert, 12 December', 'Tides'] })
  page = await openForm([walk, field('Name')], { event: concert })
  await page.type('field-2', 'Ada')
  await page.send()
  await vi.waitFor(() => expect(page.receipt()).toContain('Last Bus Concert, 12 December'))
  const back = page.all('section a').find(({ textContent }) => textContent === 'Back to Last Bus Concert')
  expect(back?.getAttribute('href')).toBe('/tickets-details/last-bus-concert')
  await page.press('Register somebody else')
  await page.type('field-2', 'Bo')
  await page.send()
  await vi.waitFor(() => expect(page.receipt()).toContain('Bo'))
  expect(page.receipt()).toContain('Last Bus Concert, 12 December')
})

it('shows the same details beside the receipt', async () => {
  page = await openForm([field('Name')], { event: concert })
  await page.type('field-1', 'Ada')
  await page.send()
  await vi.waitFor(() => expect(page.receipt()).toContain('Ada'))
  expect(page.one('aside')?.textContent).toContain('12 December 2026')
})

it('shows that an event is over', async () => {
  page = await openForm([field('Name')], { event: { ...concert, date_from: '2020-01-01', date_to: '2020-01-02' } })
  expect(page.one('aside')?.textContent).toContain('This event is over.')
})

it.each([
  ['over', 'This event is over'],
  ['closed', 'Registration is not open'],
] as const)('offers no form where nobody can register: %s', async (closed, words) => {
  page = await openForm([field('Name')], { event: concert, closed })
  expect(page.text()).toContain(words)
  expect(page.one('form')).toBeNull()
  expect(page.text()).not.toMatch(/Good to know|We keep a draft|by phone/)
  const back = page.all('main a, a').find(({ textContent }) => textContent === 'Back to the event')
  expect(back?.getAttribute('href')).toBe('/tickets-details/last-bus-concert')
})

it('explains what happens to the data before sending, and nothing when the host does not declare it', async () => {
  page = await openForm([field('Name')], { notice: 'We use it to plan the day.', keep_days: 90 })
  expect(page.text()).toContain(
    'We use it to plan the day. We delete your answers 90 days after the last event they are for, or after you sent them if there is none. What we store',
  )
  expect(page.one('form a')?.getAttribute('href')).toBe('/privacy')
  await page.close()
  page = await openForm([field('Name')])
  expect(page.text()).not.toContain('What we store')
})

it('speaks of submissions when the form takes work, not of registration', async () => {
  page = await openForm([field('Title')], { id: OWN_WORK, form_name: 'Submit your work', keep_days: 730 })
  expect(page.all('nav li').map(({ textContent }) => textContent)).toEqual(['Home', 'Submissions', 'Submit your work'])
  expect(page.text()).toContain('We delete your answers 730 days after you sent them. What we store')
  expect(page.text()).toContain('Before you send it')
  expect(page.text()).not.toMatch(/Good to know|cannot come|the event/)
  await page.type('field-1', 'A kettle')
  await page.send()
  await vi.waitFor(() => expect(document.title).toContain('Sent: Submit your work'))
  expect(page.text()).not.toContain('We keep a draft')
})

it('sends nothing with a closed form, explains that before and after, and keeps what was entered', async () => {
  page = await openForm([field('Title')], { notOpen: 'This form is not open yet.' })
  expect(page.text()).toContain('This form is not open yet.')
  await page.type('field-1', 'A kettle')
  await page.send()
  expect(page.text()).toContain('Submissions are not open yet, so nothing was sent.')
  expect(page.one<HTMLInputElement>('#field-1')?.value).toBe('A kettle')
  expect(server.send).not.toHaveBeenCalled()
})

it('asks for one image, and for the next of the same behind a line, unless a draft has it', async () => {
  const images = ['First image', 'Second image', 'Third image'].map((label) => field(label, 'file'))
  page = await openForm([...images, field('The same step a year ago', 'file')])
  const folded = () =>
    page.all('details:not([open]) input').map(({ id }) => page.one(`label[for=${id}]`)?.textContent?.trim())
  expect(page.all('input[type=file]')).toHaveLength(4)
  expect(folded()).toEqual(['Second image', 'Third image'])
})
