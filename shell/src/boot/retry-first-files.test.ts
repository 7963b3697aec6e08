// @vitest-environment happy-dom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { retryFirstFiles } from './failed-start'

const sendBeacon = vi.fn()
const digest = `sha384-${'A'.repeat(64)}`
const only = () => document.head.firstElementChild as HTMLElement
const fail = () => only().dispatchEvent(new Event('error'))
function put(name: string, attributes: Record<string, string>): void {
  const template = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) template.setAttribute(key, value)
  document.head.replaceChildren(template)
}
const script = { defer: '', src: '/shell.js', integrity: digest, crossorigin: '' }

beforeAll(() => {
  const { settings } = (window as unknown as { happyDOM: { settings: Record<string, unknown> } }).happyDOM
  settings.disableJavaScriptFileLoading = true
  settings.disableCSSFileLoading = true
  settings.handleDisabledFileLoadingAsSuccess = true
  navigator.sendBeacon = sendBeacon
  const composition = JSON.stringify({ id: '0123456789ab', shell: { version: '1.2.0' } })
  document.body.innerHTML = `<script type="application/json" id="marram-composition">${composition}</script>`
  retryFirstFiles()
})
beforeEach(() => document.head.replaceChildren())

describe('a file of the document that fails to load', () => {
  it('is requested twice more, always with its digest', () => {
    put('script', script)
    for (const times of [1, 2]) {
      fail()
      expect(document.head.children).toHaveLength(1)
      expect(only().getAttribute('src')).toBe(`/shell.js?retry=${times}`)
      expect(only().getAttribute('integrity')).toBe(digest)
      expect(only().hasAttribute('crossorigin')).toBe(true)
      expect(sendBeacon).not.toHaveBeenCalled()
    }
    fail()
    expect(sendBeacon).toHaveBeenCalledOnce()
    expect(only().getAttribute('src')).toBe('/shell.js?retry=2')
  })

  it.each([
    ['a script without a digest', 'script', { defer: '', src: '/a.js' }],
    ['a script that another script asked for', 'script', { src: '/chunk.js', integrity: digest }],
    ['a style that another script asked for', 'link', { rel: 'stylesheet', href: '/a.css', integrity: digest }],
    ['a preload', 'link', { rel: 'preload', as: 'script', href: '/a.js', integrity: digest }],
    ['a picture', 'img', { src: '/a.jpg' }],
  ])('is not retried when it is %s', (_, name, attributes) => {
    put(name, attributes)
    const before = only()
    fail()
    expect(only()).toBe(before)
  })
})
