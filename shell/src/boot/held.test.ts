// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { holdPresses } from './held'

const find = <Found extends HTMLElement>(selector: string) => document.querySelector(selector) as Found
const press = (selector: string, keys: MouseEventInit = {}) =>
  find(selector).dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }))
const happens = (name: string) => document.dispatchEvent(new Event(name))
let pressed: string[]
let followed: string[]

beforeEach(() => {
  vi.useFakeTimers()
  followed = []
  vi.stubGlobal('location', { assign: (href: string) => followed.push(href) })
  document.body.innerHTML = `
    <button type="button" id="a"><span id="inside">A</span></button>
    <button type="button" id="menu" popovertarget="panel">Menu</button>
    <button type="submit" id="send">Send</button>
    <a href="https://marram.test/picture.svg" role="button" id="picture">Picture</a>
    <a href="https://marram.test/news" id="news">News</a>
    <div><ul><li>1</li><li>2</li></ul><div><button type="button" id="next" data-moves="1">Next</button></div></div>`
  pressed = []
  // As React listens, below the document.
  document.body.addEventListener('click', (event) => {
    event.preventDefault()
    pressed.push((event.target as Element).closest('[id]')?.id ?? '')
  })
  holdPresses()
})
afterEach(() => {
  happens('marram:ready')
  document.body.replaceWith(document.createElement('body'))
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('repeats a press once the page responds, and shows until then that it was seen', () => {
  press('#inside')
  press('#a')
  expect(pressed).toEqual([])
  expect(find('#a').dataset.held).toBe('soon')
  happens('marram:ready')
  expect(pressed).toEqual(['a'])
  expect(find('#a').dataset.held).toBeUndefined()
  press('#a')
  expect(pressed).toEqual(['a', 'a'])
})

it('leaves alone what browsers do by themselves', () => {
  for (const id of ['menu', 'send', 'news']) press(`#${id}`)
  press('#picture', { ctrlKey: true })
  expect(pressed).toEqual(['menu', 'send', 'news', 'picture'])
})

it.each(['marram:failed', 'eight seconds'])('follows a link if the page does not respond: %s', (how) => {
  press('#picture')
  press('#a')
  if (how === 'marram:failed') happens(how)
  else vi.advanceTimersByTime(8000)
  expect(followed).toEqual(['https://marram.test/picture.svg'])
  expect(document.querySelector('[data-held]')).toBeNull()
  happens('marram:ready')
  expect(pressed).toEqual([])
})

it('moves a row of slides at once, and not again later', () => {
  const scrollBy = vi.fn()
  Object.assign(find('ul'), { scrollBy })
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ width: 200 } as DOMRect)
  press('#next')
  press('#next')
  expect(scrollBy.mock.calls).toEqual([[{ left: 200 }], [{ left: 200 }]])
  happens('marram:ready')
  expect(pressed).toEqual([])
})
