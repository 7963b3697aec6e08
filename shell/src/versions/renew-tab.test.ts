// @vitest-environment happy-dom
import { useToasts } from '@marram/sdk/toast'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { announceRenewal, renewTab } from './renew-tab'

const assign = vi.fn()
const respond = vi.fn<() => Promise<{ headers: Headers }>>()
const serverHas = (composition: string) =>
  respond.mockResolvedValue({ headers: new Headers({ 'x-marram-composition': composition }) })
const leaves = async (composition = 'old') => {
  void renewTab(composition, '/sports')
  await vi.waitFor(() => expect(assign).toHaveBeenCalled())
  expect(assign.mock.calls).toEqual([['/sports']])
}
const stays = async (composition = 'old') => {
  await renewTab(composition, '/sports')
  expect(assign).not.toHaveBeenCalled()
}

beforeEach(() => {
  vi.stubGlobal('fetch', respond)
  vi.spyOn(location, 'assign').mockImplementation(assign)
  assign.mockReset()
  window.name = ''
  document.body.innerHTML = ''
  useToasts.setState({ list: [] })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a tab whose section can no longer be loaded', () => {
  it('reloads to the current composition of the server, and explains it once', async () => {
    serverHas('new')
    await leaves()
    announceRenewal()
    announceRenewal()
    expect(useToasts.getState().list).toMatchObject([{ title: 'Updated' }])
  })

  it('stays when the server has the same, or cannot be reached', async () => {
    serverHas('old')
    await stays()
    respond.mockRejectedValue(new TypeError('offline'))
    await stays()
    announceRenewal()
    expect(useToasts.getState().list).toEqual([])
  })

  it('stays in a preview that shows the same, and reloads when its link shows another one', async () => {
    serverHas('old')
    await stays('preview-old')
    serverHas('new')
    await leaves('preview-old')
  })

  it.each([
    '<input type="email" value="ada@example.org">',
    '<textarea>Once upon a time</textarea>',
    '<input type="radio" checked>',
  ])('stays when a form contains %s', async (field) => {
    serverHas('new')
    document.body.innerHTML = `<form>${field}</form>`
    await stays()
  })

  it.each([
    ['an empty form', '<form><input type="email"><input type="radio"><textarea></textarea></form>'],
    ['a search, which is in the address', '<form action="/search"><input value="oak"></form>'],
    ['a marked quiz', '<form data-sent="true"><input value="Ada"><input type="radio" checked disabled></form>'],
    ['the choice of colours, which is kept', '<input type="radio" checked>'],
  ])('reloads despite %s', async (_, html) => {
    serverHas('new')
    document.body.innerHTML = html
    await leaves()
  })
})
