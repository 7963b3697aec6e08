// @vitest-environment happy-dom

import { type FilledField, LOG_IN_FIRST, NOTHING_FILLED } from '@marram/api-contract/submissions'
import { ApiError } from '@marram/sdk/api-error'
import { useSession } from '@marram/sdk/session'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readDraft } from './draft/draft-store'
import type { FormValues } from './fields/field'
import { FileRefused } from './images/read-image'
import { field, type OpenForm, openForm } from './testing/open-form'

const IMAGE = 'data:image/png;base64,AAAA'
const PICTURE = { kind: 'file', value: IMAGE } as const
const server = vi.hoisted(() => ({ send: vi.fn(), get: vi.fn() }))
const images = vi.hoisted(() => ({ read: vi.fn() }))
const device = vi.hoisted(() => ({
  pictures: new Map<string, FormValues>(),
  opened: Promise.resolve(),
}))

vi.mock('../api', () => ({ sendForm: server.send, getForm: server.get }))
vi.mock('./images/read-image', async (original) => ({ ...(await original<object>()), readImage: images.read }))
vi.mock('./draft/draft-pictures', () => ({
  readPictures: async (name: string) => {
    await device.opened
    return device.pictures.get(name) ?? {}
  },
  keepPictures: async (name: string, pictures: FormValues) => {
    if (Object.keys(pictures).length > 0) device.pictures.set(name, pictures)
    else device.pictures.delete(name)
  },
}))

/** A promise that the test resolves. */
function later<Result>() {
  let settle = {} as { resolve: (result: Result) => void; reject: (error: Error) => void }
  const promise = new Promise<Result>((resolve, reject) => {
    settle = { resolve, reject }
  })
  return {
    promise,
    resolve: (result: Result) => act(async () => settle.resolve(result)),
    reject: (error: Error) => act(async () => settle.reject(error)),
  }
}
const file = (name: string) => new File(['x'], name)
const sent = () => server.send.mock.calls.map(([, fields]) => (fields as FilledField[]).map((each) => each.data_value))
const name = 'registration:any'
const unplaced = '[aria-label="Earlier answers without a place"]'
const opened: OpenForm[] = []
async function open(...given: Parameters<typeof openForm>) {
  const page = await openForm(...given)
  opened.push(page)
  return page
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.parse('2027-03-01T10:00:00Z') })
  localStorage.clear()
  device.pictures.clear()
  device.opened = Promise.resolve()
  server.send.mockReset().mockResolvedValue({ message: 'Noted.' })
  server.get.mockReset().mockReturnValue(new Promise(() => {}))
  images.read.mockReset().mockResolvedValue(IMAGE)
})
afterEach(async () => {
  for (const page of opened.splice(0)) await page.close()
  vi.useRealTimers()
})
const pause = () => act(async () => vi.advanceTimersByTime(1500))

describe('an image', () => {
  it('that is still being read when the form is sent is sent too, and counts as unsaved meanwhile', async () => {
    const reading = later<string>()
    images.read.mockReturnValue(reading.promise)
    const page = await open([field('Photo', 'file', { required: true }), field('Name')])
    expect(page.unsaved()).toBeUndefined()
    await page.choose('field-1', file('a.png'))
    expect(page.unsaved()).toContain('without the image that is still being read')
    await page.send()
    expect(page.text()).toContain('Reading your images')
    expect(sent()).toEqual([])
    await reading.resolve(IMAGE)
    expect(sent()).toEqual([[IMAGE, '']])
    expect(page.receipt()).toContain('Noted.')
  })

  it('that turns out to be broken while the form waits for it stops the form from being sent', async () => {
    const reading = later<string>()
    images.read.mockReturnValue(reading.promise)
    const page = await open([field('Photo', 'file', { required: true })])
    await page.choose('field-1', file('a.png'))
    await page.send()
    await reading.reject(new FileRefused('a.png is broken.'))
    expect(page.problems()).toEqual(['Photo: a.png is broken.'])
    expect(sent()).toEqual([])
  })

  it('of a draft that loads late is waited for, and a newer one stays', async () => {
    const reading = later<void>()
    device.opened = reading.promise
    device.pictures.set(name, { Photo: PICTURE, Badge: PICTURE })
    images.read.mockResolvedValue(`${IMAGE}BBBB`)
    const page = await open([field('Photo', 'file'), field('Badge', 'file')])
    await page.choose('field-2', file('b.png'))
    await page.send()
    expect(sent()).toEqual([])
    await reading.resolve()
    expect(sent()).toEqual([[IMAGE, `${IMAGE}BBBB`]])
    expect(device.pictures.size).toBe(0)
  })

  it('that cannot be restored is reported, once', async () => {
    const reading = later<void>()
    device.opened = reading.promise
    localStorage.setItem(
      `marram:draft:${name}`,
      JSON.stringify({ at: Date.now(), key: 'k', answers: { Name: { kind: 'textfield', value: 'Ada' } } }),
    )
    const page = await open([field('Photo', 'file'), field('Name')])
    await page.send()
    await reading.reject(new Error('gone'))
    expect(page.problems()).toEqual(['The images of your draft could not be brought back. Choose them again.'])
    await page.send()
    expect(sent()).toEqual([['', 'Ada']])
  })

  it('that loads after a fresh start, or after leaving the page, is dropped', async () => {
    const reading = later<string>()
    images.read.mockReturnValue(reading.promise)
    vi.stubGlobal('confirm', () => true)
    localStorage.setItem(
      `marram:draft:${name}`,
      JSON.stringify({ at: Date.now(), key: 'k', answers: { Name: { kind: 'textfield', value: 'Ada' } } }),
    )
    const page = await open([field('Photo', 'file'), field('Name')])
    await page.choose('field-1', file('a.png'))
    await page.press('Start again')
    await reading.resolve(IMAGE)
    expect(page.all('form img')).toEqual([])
    await page.send()
    expect([page.problems(), sent()]).toEqual([[NOTHING_FILLED], []])

    const other = later<string>()
    images.read.mockReturnValue(other.promise)
    const left = await open([field('Photo', 'file')])
    await left.choose('field-1', file('a.png'))
    await left.send()
    await left.close()
    await other.resolve(IMAGE)
    expect(sent()).toEqual([])
  })
})

describe('a draft', () => {
  const form = [field('Name'), field('Photo', 'file')]
  const kept = () => readDraft(name)

  it('is restored, and keeps its age until something changes', async () => {
    const page = await open(form)
    await page.type('field-1', 'Ada')
    await page.choose('field-2', file('a.png'))
    await pause()
    await page.close()
    const before = kept()
    expect(before?.answers).toEqual({ Name: { kind: 'textfield', value: 'Ada' } })
    expect(device.pictures.get(name)).toEqual({ Photo: PICTURE })

    vi.setSystemTime('2027-03-20')
    const again = await open(form)
    await pause()
    expect(again.text()).toContain('Here is what you entered until 1 March 2027')
    expect(again.one<HTMLInputElement>('#field-1')?.value).toBe('Ada')
    expect(again.all('form img')).toHaveLength(1)
    expect(kept()).toEqual(before)
    await again.type('field-1', 'Ada O')
    await pause()
    expect(kept()?.at).toBeGreaterThan(before?.at ?? 0)
    expect(kept()?.key).toBe(before?.key)
  })

  it('stores an image as soon as it is read, and text after a pause', async () => {
    const page = await open(form)
    await page.type('field-1', 'Ada')
    expect(kept()).toBeUndefined()
    await page.choose('field-2', file('a.png'))
    expect(device.pictures.get(name)).toEqual({ Photo: PICTURE })
    await page.type('field-1', 'Ada O')
    expect(kept()?.answers.Name?.value).toBe('Ada')
    await pause()
    expect(kept()?.answers.Name?.value).toBe('Ada O')
  })

  it('keeps texts and images without a field in a changed form, until the visitor drops them', async () => {
    const page = await open([field('Boat'), field('Walk', 'selectfield', { options: ['Long'] }), ...form])
    await page.type('field-1', 'Marguerite')
    await page.choose('field-4', file('a.png'))
    await pause()
    await page.close()

    const isShown = async (changed: OpenForm) => {
      await pause()
      expect(changed.all(`${unplaced} dt`).map(({ textContent }) => textContent)).toEqual(['Boat', 'Photo'])
      expect(changed.one(`${unplaced} dd`)?.textContent).toBe('Marguerite')
      expect(changed.one(`${unplaced} img`)?.getAttribute('src')).toBe(IMAGE)
    }
    // Opened, filled in, left and opened again: only values of the new form are stored.
    for (const words of ['Ada', 'Ada O']) {
      const changed = await open([field('Name')])
      await isShown(changed)
      await changed.type('field-1', words)
      await pause()
      await changed.close()
    }
    const sending = await open([field('Name')])
    await sending.send()
    expect(sent()).toEqual([['Ada O']])
    expect(Object.values(kept()?.answers ?? {})).toEqual([{ kind: 'textfield', value: 'Marguerite' }])
    await isShown(sending)
    await sending.close()

    // The earlier form is back, and so are its values.
    const before = await open([field('Boat'), ...form])
    await pause()
    expect(before.one<HTMLInputElement>('#field-1')?.value).toBe('Marguerite')
    expect(before.all(unplaced)).toEqual([])
    expect(before.all('form img')).toHaveLength(1)
    await before.close()

    const changed = await open([field('Name')])
    await isShown(changed)
    vi.stubGlobal('confirm', () => true)
    await changed.press('Forget these')
    expect(changed.all(unplaced)).toEqual([])
    await changed.close()
    const last = await open([field('Name')])
    expect(last.all(unplaced)).toEqual([])
    expect(last.text()).not.toContain('Here is what you entered')
    expect([JSON.stringify(localStorage), device.pictures.size]).toEqual([expect.not.stringContaining('Marguerite'), 0])
  })
})

it('is removed by Start again, with values that have no field', async () => {
  vi.stubGlobal('confirm', () => true)
  const before = await open([field('Boat'), field('Name'), field('Photo', 'file')])
  await before.type('field-1', 'Marguerite')
  await before.type('field-2', 'Ada')
  await before.choose('field-3', file('a.png'))
  await pause()
  await before.close()
  const page = await open([field('Name')])
  await pause()
  expect(page.one(unplaced)?.textContent).toContain('Marguerite')
  await page.press('Start again')
  expect(page.all(unplaced)).toEqual([])
  expect(page.one<HTMLInputElement>('#field-1')?.value).toBe('')
  await page.close()
  expect([localStorage.length, device.pictures.size]).toEqual([0, 0])
})

describe('the message', () => {
  it.each([
    [true, 'it counts once only'],
    [undefined, 'you may be registered twice'],
  ])('after a lost response matches what the host does (%s)', async (idempotent, words) => {
    server.send.mockRejectedValue(new ApiError('network', 0, 'gone'))
    const page = await open([field('Name')], { idempotent })
    await page.type('field-1', 'Ada')
    await page.send()
    expect(page.problems()[0]).toContain(words)
    await page.send()
    const keys = server.send.mock.calls.map(([, , { idempotencyKey }]) => idempotencyKey)
    expect(keys[1]).toBe(keys[0])
  })

  it.each([
    [true, true],
    [undefined, false],
  ])('after a 409 names an earlier attempt only when the host knows keys (%s)', async (idempotent, arrived) => {
    server.send.mockRejectedValue(new ApiError('answer', 409, 'All places are taken.'))
    const page = await open([field('Name')], { idempotent })
    await page.type('field-1', 'Ada')
    await page.send()
    expect(page.problems()).toEqual(['All places are taken.'])
    expect(page.text().includes('An earlier attempt has arrived')).toBe(arrived)
  })
})

describe('an error', () => {
  const phone = field('Phone number')
  const wrong = 'Phone no must be 10 or 11 digits'
  const errors = (page: OpenForm) => page.all('[id$=-error]').map(({ textContent }) => textContent)

  it('names its field, and disappears when it is corrected, without the focus', async () => {
    const page = await open([field('Name', 'textfield', { required: true }), phone])
    await page.type('field-2', '020794601122')
    await page.send()
    expect(page.problems()).toEqual(['Fill in “Name”', `Phone number: ${wrong}`])
    expect(errors(page)).toEqual(['Error: Fill in “Name”', `Error: ${wrong}`])
    expect(document.title).toMatch(/^Error: Any form/)
    page.one<HTMLInputElement>('#field-2')?.focus()
    await page.type('field-2', '0207946011222')
    expect(page.problems()).toHaveLength(2)
    await page.type('field-2', '02079460112')
    expect([page.problems(), errors(page)]).toEqual([['Fill in “Name”'], ['Error: Fill in “Name”']])
    expect(page.one('#field-2')?.getAttribute('aria-invalid')).toBeNull()
    expect(document.activeElement?.id).toBe('field-2')
    await page.type('field-1', 'Ada')
    expect([page.problems(), document.title]).toEqual([[], expect.stringMatching(/^Any form/)])
  })

  it('that only the server knows disappears when its field is changed', async () => {
    server.get.mockRejectedValue(new ApiError('network', 0, 'gone'))
    server.send.mockRejectedValue(
      new ApiError('answer', 400, 'no', { fields: { Name: 'Somebody has this name', Elsewhere: 'Not here' } }),
    )
    const page = await open([field('Name'), field('Town')])
    await page.type('field-1', 'Ada')
    await page.send()
    await page.type('field-2', 'Sallow')
    expect(page.problems()).toEqual(['Name: Somebody has this name', 'Elsewhere: Not here'])
    await page.type('field-1', 'Ada O')
    expect(page.problems()).toEqual(['Elsewhere: Not here'])
  })

  it('about an empty form disappears when something is filled in', async () => {
    const page = await open([field('Name'), field('Town')])
    await page.send()
    expect([page.problems(), sent()]).toEqual([[NOTHING_FILLED], []])
    await page.type('field-2', 'Sallow')
    expect(page.problems()).toEqual([])
    await page.send()
    expect(sent()).toEqual([['', 'Sallow']])
  })
})

it('a form that requires a login shows that before anything is typed, and is not sent without one', async () => {
  useSession.setState({ loggedIn: false })
  const page = await open([field('Name')], { requires_login: true })
  expect(page.text()).toContain(LOG_IN_FIRST)
  expect(page.one('form a')?.getAttribute('href')).toBe('/login?from=%2F')
  await page.type('field-1', 'Ada')
  await page.send()
  expect([page.problems(), sent()]).toEqual([[LOG_IN_FIRST], []])
  useSession.setState({ loggedIn: true })
  await page.send()
  expect(sent()).toEqual([['Ada']])
  useSession.setState({ loggedIn: false })
})

it.each([
  [true, 'What you sent is listed in your account.'],
  // The session may have ended without this tab's knowledge.
  [false, 'it is gone when you leave.'],
  // Another host, which lists no submissions.
  [undefined, 'it is gone when you leave.'],
])('the receipt explains where to find the submission, as the server says (%s)', async (listed, words) => {
  server.send.mockResolvedValue({ message: 'Noted.', reference: '7F3A91C2', mailed: false, listed })
  useSession.setState({ loggedIn: true })
  const page = await open([field('Name')])
  await page.type('field-1', 'Ada')
  await page.send()
  useSession.setState({ loggedIn: false })
  expect(page.receipt()).toContain(words)
  expect(page.receipt()?.includes('your account')).toBe(words.includes('your account'))
  expect(page.receipt()?.includes('it is gone')).toBe(!words.includes('your account'))
})

it.each([
  [true, 'on its way to you by e-mail', true],
  [false, 'no receipt is sent by e-mail, and it is gone', true],
  // Another host, which may send a mail.
  [undefined, 'e-mail', false],
])('the receipt mentions e-mails as the server reports them (mailed: %s)', async (mailed, words, isSaid) => {
  server.send.mockResolvedValue({ message: 'Noted.', mailed })
  const page = await open([field('Name')])
  await page.type('field-1', 'Ada')
  await page.send()
  expect(page.receipt()).toContain('as a PDF')
  expect(page.receipt()?.includes(words)).toBe(isSaid)
})
