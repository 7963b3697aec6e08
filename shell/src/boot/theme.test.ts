// @vitest-environment happy-dom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTheme, THEME_FIELD } from './theme'

let systemIsDark = false
const onSystem: (() => void)[] = []
const shown = () => document.documentElement.dataset.theme
const ground = () =>
  [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].map((meta) => meta.content)
const field = (choice: string) => document.querySelector<HTMLInputElement>(`[value=${choice}]`) as HTMLInputElement
const chosen = () => document.querySelector<HTMLInputElement>(':checked')?.value

beforeAll(() => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    () =>
      ({
        get matches() {
          return systemIsDark
        },
        addEventListener: (_: string, listener: () => void) => onSystem.push(listener),
      }) as unknown as MediaQueryList,
  )
  startTheme()
})
beforeEach(() => {
  localStorage.clear()
  systemIsDark = false
  document.body.innerHTML = ['system', 'light', 'dark']
    .map((value) => `<input type="radio" name="${THEME_FIELD}" value="${value}">`)
    .join('')
  document.dispatchEvent(new Event('DOMContentLoaded'))
})

describe('the theme', () => {
  it('follows the system until another one is chosen, which is stored', () => {
    expect([shown(), ground(), chosen()]).toEqual(['light', ['#ffffff'], 'system'])
    systemIsDark = true
    for (const notify of onSystem) notify()
    expect([shown(), ground(), chosen()]).toEqual(['dark', ['#07191f'], 'system'])
    field('light').click()
    expect([shown(), localStorage.getItem('marram:theme')]).toEqual(['light', 'light'])
    for (const notify of onSystem) notify()
    expect(shown()).toBe('light')
    field('system').click()
    expect([shown(), localStorage.getItem('marram:theme')]).toEqual(['dark', null])
  })

  it('follows the choice in another tab', () => {
    localStorage.setItem('marram:theme', 'dark')
    dispatchEvent(new StorageEvent('storage', { key: 'marram:theme' }))
    expect([shown(), chosen()]).toEqual(['dark', 'dark'])
  })

  it('lasts until the page is closed when the browser refuses storage', () => {
    const refused = vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Access is denied', 'SecurityError')
    })
    field('dark').click()
    for (const notify of onSystem) notify()
    expect([shown(), chosen()]).toEqual(['dark', 'dark'])
    field('system').click()
    refused.mockRestore()
  })
})
