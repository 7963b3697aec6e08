// @vitest-environment happy-dom
import { ApiError } from '@marram/sdk/api-error'
import { useToasts } from '@marram/sdk/toast'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readDraft } from './draft/draft-store'
import { field, type OpenForm, openForm } from './testing/open-form'

const server = vi.hoisted(() => ({ send: vi.fn(), get: vi.fn() }))
const device = vi.hoisted(() => ({ pictures: new Map<string, Record<string, string>>() }))
vi.mock('../api', () => ({ sendForm: server.send, getForm: server.get }))
vi.mock('./draft/draft-pictures', () => ({
  readPictures: async (name: string) => device.pictures.get(name) ?? {},
  keepPictures: async (name: string, pictures: Record<string, string>) => {
    if (Object.keys(pictures).length > 0) device.pictures.set(name, pictures)
    else device.pictures.delete(name)
  },
}))

const name = 'registration:any'
const stored = `marram:draft:${name}`
const opened: OpenForm[] = []
const open = async (...given: Parameters<typeof openForm>) => {
  const page = await openForm(...given)
  opened.push(page)
  return page
}
const pause = () => act(async () => vi.advanceTimersByTime(1500))
const kept = () => readDraft(name)?.answers.Name?.value
const toasts = () => useToasts.getState().list.map(({ message }) => message)

/** A change by another tab: the browser reports it to every tab except that one. */
const inAnotherTab = (key: string, value: string | null) => {
  const oldValue = localStorage.getItem(key)
  if (value === null) localStorage.removeItem(key)
  else localStorage.setItem(key, value)
  dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue: value }))
}
const other = (words: string, key = 'of another') =>
  JSON.stringify({ at: Date.now(), key, answers: { Name: { kind: 'textfield', value: words } } })
/** The other tab has sent its form. */
const otherForgets = () =>
  act(async () => {
    inAnotherTab(stored, 'forgotten')
    inAnotherTab(stored, null)
  })

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], now: Date.parse('2027-03-01T10:00:00Z') })
  localStorage.clear()
  device.pictures.clear()
  useToasts.setState({ list: [] })
  server.send.mockReset().mockResolvedValue({ message: 'Noted.' })
  server.get.mockReset().mockReturnValue(new Promise(() => {}))
})
afterEach(async () => {
  for (const page of opened.splice(0)) await page.close()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('two tabs with one form', () => {
  const begin = async (words: string) => {
    const page = await open([field('Name')])
    await page.type('field-1', words)
    await pause()
    expect(page.text()).toContain('Draft saved')
    return page
  }

  it('lose no draft of one while the other is sent', async () => {
    const page = await begin('Ada')
    let arrive = (_sent: { message: string }) => {}
    server.send.mockReturnValue(new Promise((resolve) => (arrive = resolve)))
    await page.send()
    await act(async () => inAnotherTab(stored, other('Bilal')))
    await act(async () => arrive({ message: 'Noted.' }))
    expect(page.receipt()).toContain('Ada')
    await page.close()
    expect(kept()).toBe('Bilal')
  })

  it('store their draft again when the other’s has been sent', async () => {
    const page = await begin('Ada')
    await act(async () => inAnotherTab(stored, other('Bilal')))
    expect(page.text()).not.toContain('Draft saved')
    await pause()
    expect(kept()).toBe('Bilal')
    await otherForgets()
    expect(kept()).toBe('Ada')
    expect(page.text()).toContain('Draft saved')
  })

  it('report that the same registration was sent, and store it with the next change', async () => {
    const page = await begin('Ada')
    await act(async () => inAnotherTab(stored, other('Ada O', readDraft(name)?.key)))
    await otherForgets()
    expect(page.text()).toContain('removed in another tab')
    expect(page.unsaved()).toContain('it will be gone')
    dispatchEvent(new Event('pagehide'))
    await pause()
    expect(kept()).toBeUndefined()
    await page.type('field-1', 'Ada B')
    await pause()
    expect(kept()).toBe('Ada B')
    expect(page.text()).toContain('Draft saved')
  })

  it('do not use values without a field from the other tab for another registration', async () => {
    const page = await begin('Ada')
    await act(async () => inAnotherTab(stored, other('Ada O', readDraft(name)?.key)))
    await otherForgets()
    await act(async () => inAnotherTab(stored, other('Marguerite', '')))
    expect(page.text()).toContain('removed in another tab')
    await page.close()
    expect(kept()).toBe('Marguerite')
  })

  it('store nothing again after a log-out, including replaced values', async () => {
    const page = await begin('Ada')
    await act(async () => inAnotherTab(stored, other('Bilal')))
    await act(async () => inAnotherTab(stored, null))
    await page.close()
    expect(kept()).toBeUndefined()
  })
})

describe('a form that changes while it is filled', () => {
  const walk = (...options: string[]) => field('Walk', 'selectfield', { options })
  const refused = new ApiError('answer', 400, 'Boat: The form has no such field', {
    fields: { Boat: 'The form has no such field', Phone: 'Fill this in', Name: 'Too short' },
  })

  it('is shown in its new state, with every value that has a field, and the others beside', async () => {
    server.send.mockRejectedValueOnce(refused)
    const changed = [field('Phone', 'textfield', { required: true }), field('Name'), walk('Short')]
    server.get.mockResolvedValue({ form_name: 'Any form', submission_form: changed })
    const page = await open([field('Boat'), field('Name'), walk('Long')])
    await page.type('field-1', 'Marguerite')
    await page.type('field-2', 'Ada')
    await page.send()
    expect(page.problems()).toEqual([expect.stringContaining('has changed'), 'Fill in “Phone”', 'Name: Too short'])
    expect(page.one<HTMLInputElement>('#field-2')?.value).toBe('Ada')
    const unplaced = page.one('[aria-label="Earlier answers without a place"]')
    expect(unplaced?.textContent).toContain('BoatMarguerite')
    await page.type('field-1', '0207946011')
    await page.send()
    const [, fields] = server.send.mock.calls[1] as [string, { data_label: string; data_value: string }[]]
    expect(fields.map(({ data_label, data_value }) => [data_label, data_value])).toEqual([
      ['Phone', '0207946011'],
      ['Name', 'Ada'],
      ['Walk', ''],
    ])
    expect(page.receipt()).toContain('Ada')
    // It was not sent, so it stays.
    expect(page.text()).toContain('Marguerite')
    expect(JSON.stringify(localStorage)).toContain('Marguerite')
  })

  it.each(['the same', 'not there'])('is refused with the server’s message when it is %s', async (now) => {
    server.send.mockRejectedValue(refused)
    if (now === 'the same') server.get.mockResolvedValue({ form_name: 'Any form', submission_form: [field('Name')] })
    else server.get.mockRejectedValue(new ApiError('network', 0, 'gone'))
    const page = await open([field('Name')])
    await page.type('field-1', 'Ada')
    await page.send()
    expect(page.problems()).toEqual(['Name: Too short', 'Boat: The form has no such field', 'Phone: Fill this in'])
  })
})

describe('leaving during sending', () => {
  it.each([
    ['arrives', 'Noted.', undefined],
    ['is refused', 'The form closed.', 'Ada'],
  ])('asks for confirmation, and when the form %s a message appears on the next page', async (how, message, left) => {
    let end = () => {}
    server.send.mockReturnValue(
      new Promise((resolve, reject) => {
        end = () => (how === 'arrives' ? resolve({ message }) : reject(new ApiError('answer', 410, message)))
      }),
    )
    const page = await open([field('Name')])
    await page.type('field-1', 'Ada')
    expect(page.one<HTMLFormElement>('form')?.dataset.sending).toBeUndefined()
    await page.send()
    expect(page.one<HTMLFormElement>('form')?.dataset.sending).toBe('')
    expect(page.unsaved()).toMatch(/a message tells you.*it may arrive or not.*stays on this device/)
    await page.close()
    expect(kept()).toBe('Ada')
    await act(async () => end())
    expect(toasts()).toEqual([`“Any form”: ${message}`])
    expect(kept()).toBe(left)
  })
})

it('shows the receipt even when the form cannot be loaded again', async () => {
  server.get.mockRejectedValue(new ApiError('network', 0, 'gone'))
  const page = await open([field('Name')])
  await page.type('field-1', 'Ada')
  await page.send()
  await pause()
  expect(server.get).toHaveBeenCalledOnce()
  expect(page.receipt()).toContain('Ada')
})

it('warns on the page and on leaving when the browser stores nothing', async () => {
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied', 'SecurityError')
  })
  const page = await open([field('Name')])
  await page.type('field-1', 'Ada')
  await pause()
  expect(page.text()).toContain('This browser keeps no drafts')
  expect(page.unsaved()).toContain('This browser keeps no draft of it')
})
