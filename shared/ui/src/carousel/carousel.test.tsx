// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Carousel } from './carousel'

const SLIDE = 200
const SHOWN = 2
const names = ['one', 'two', 'three', 'four']
let unmount: () => void
let stillness: boolean

const carousel = (count: number, every?: number) => (
  <Carousel
    label="Powered by"
    things="sponsors"
    shown={[2, 3, 5]}
    every={every}
    slides={names.slice(0, count).map((key) => ({ key, content: <a href={`#${key}`}>{key}</a> }))}
  />
)
const find = (selector: string) => document.querySelector<HTMLElement>(selector) as HTMLElement
const row = () => find('ul')
const button = (name: string) => find(`button[aria-label="${name}"]`)
const announced = () => find('[aria-live]').textContent
const operable = () => [...document.querySelectorAll('li:not([inert])')].map((slide) => slide.textContent)
const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))
const happens = (target: EventTarget, event: Event) => act(async () => void target.dispatchEvent(event))
/** React listens to these events for a pointer, and to the others for focus. */
const pointer = (type: 'pointerover' | 'pointerout') => happens(row(), new MouseEvent(type, { bubbles: true }))
const press = (name: string) => act(async () => button(name).click())

/** A browser that lays out slides of 200 px in a row and scrolls without animation. */
function layOut() {
  const left = (element: Element) =>
    element.tagName === 'LI' ? [...row().children].indexOf(element) * SLIDE - row().scrollLeft : 0
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return { left: left(this), right: left(this) + SLIDE, width: SLIDE } as DOMRect
  })
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(SLIDE * SHOWN)
  vi.spyOn(Element.prototype, 'scrollBy').mockImplementation(function (this: Element, by: unknown) {
    this.scrollLeft += (by as ScrollToOptions).left ?? 0
    this.dispatchEvent(new Event('scroll'))
  } as typeof Element.prototype.scrollBy)
}

async function show(count: number, every?: number) {
  document.body.innerHTML = '<div id="root"></div>'
  const root = createRoot(find('#root'))
  await act(async () => root.render(carousel(count, every)))
  unmount = () => root.unmount()
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  stillness = false
  vi.stubGlobal('matchMedia', () => ({ matches: stillness }))
  vi.useFakeTimers()
  layOut()
})
afterEach(async () => {
  await act(async () => unmount())
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a rotating carousel', () => {
  beforeEach(() => show(4, 4000))

  it('moves every four seconds and wraps around, without announcements', async () => {
    const seen = [operable()]
    for (let i = 0; i < 3; i++) {
      await pass(4000)
      seen.push(operable())
    }
    expect(seen).toEqual([
      ['one', 'two'],
      ['two', 'three'],
      ['three', 'four'],
      ['one', 'two'],
    ])
    expect(announced()).toBe('')
  })

  it('pauses while the pointer is over it or focus is in it', async () => {
    await pointer('pointerover')
    await pass(9000)
    expect(operable()).toEqual(['one', 'two'])
    await pointer('pointerout')
    await pass(4000)
    expect(operable()).toEqual(['two', 'three'])
    await act(async () => button('Next sponsors').focus())
    await pass(9000)
    expect(operable()).toEqual(['two', 'three'])
    await act(async () => button('Next sponsors').blur())
    await pass(4000)
    expect(operable()).toEqual(['three', 'four'])
  })

  it('stops in a hidden tab, and for reduced motion', async () => {
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    await pass(9000)
    expect(operable()).toEqual(['one', 'two'])
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
    stillness = true
    await pass(9000)
    expect(operable()).toEqual(['one', 'two'])
    stillness = false
    await pass(4000)
    expect(operable()).toEqual(['two', 'three'])
  })

  it('is paused and started by its button', async () => {
    await press('Pause sponsors')
    await pass(9000)
    expect(operable()).toEqual(['one', 'two'])
    await press('Start sponsors')
    await pass(4000)
    expect(operable()).toEqual(['two', 'three'])
  })

  it('starts under the pointer and focus that pressed its button, and pauses when they return', async () => {
    await pointer('pointerover')
    await act(async () => button('Pause sponsors').focus())
    await press('Pause sponsors')
    await press('Start sponsors')
    await pass(4000)
    expect(operable()).toEqual(['two', 'three'])
    await pointer('pointerout')
    await pointer('pointerover')
    await pass(9000)
    await pointer('pointerout')
    await act(async () => button('Next sponsors').focus())
    await pass(9000)
    expect(operable()).toEqual(['two', 'three'])
  })

  it('stays paused with the focus after the pointer has left', async () => {
    await pointer('pointerover')
    await act(async () => button('Next sponsors').focus())
    await pointer('pointerout')
    await pass(9000)
    expect(operable()).toEqual(['one', 'two'])
  })

  it('stays paused by its button, whatever pointer and focus do', async () => {
    await press('Pause sponsors')
    await act(async () => button('Next sponsors').focus())
    await act(async () => button('Next sponsors').blur())
    await pointer('pointerover')
    await pointer('pointerout')
    await pass(9000)
    expect(operable()).toEqual(['one', 'two'])
  })

  it('announces its position when moved by hand, and then stops rotating', async () => {
    await press('Previous sponsors')
    expect(operable()).toEqual(['three', 'four'])
    expect(announced()).toBe('sponsors: 3 to 4 of 4')
    await press('Next sponsors')
    expect(announced()).toBe('sponsors: 1 to 2 of 4')
    await pass(9000)
    expect(operable()).toEqual(['one', 'two'])
    expect(button('Start sponsors')).toBeTruthy()
  })

  it('keeps slides out of the tab order that were scrolled out of view', async () => {
    row().scrollLeft = SLIDE
    await happens(row(), new Event('scroll'))
    expect(operable()).toEqual(['two', 'three'])
    expect(row().tabIndex).toBe(0)
  })
})

it('does not rotate without an interval, and has no button for it', async () => {
  await show(4)
  await pass(60_000)
  expect(operable()).toEqual(['one', 'two'])
  expect([...document.querySelectorAll('button')].map((each) => each.getAttribute('aria-label'))).toEqual([
    'Previous sponsors',
    'Next sponsors',
  ])
})

it('does not move when all slides are visible, and cannot be reached by keyboard', async () => {
  await show(2, 4000)
  await pass(9000)
  expect(Element.prototype.scrollBy).not.toHaveBeenCalled()
  expect(row().hasAttribute('tabindex')).toBe(false)
})

it('is a complete list without scripts', async () => {
  await show(2)
  const html = renderToString(carousel(4, 4000))
  expect(html).not.toContain('inert')
  for (const name of names) expect(html).toContain(`#${name}`)
})
