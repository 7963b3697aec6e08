// @vitest-environment happy-dom
import { type FormEvent, Suspense, startTransition, useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { holdEvents, hydrateAround, passEvents } from './early-events'

function Page() {
  const [presses, setPresses] = useState(0)
  const count = () => setPresses((before) => before + 1)
  return (
    <>
      <button type="button" id="outside" onClick={count}>
        Outside
      </button>
      <form>
        <button type="button">Field</button>
      </form>
      <output>{presses}</output>
    </>
  )
}

const presses = () => document.querySelector('output')?.textContent
const dispatch = (selector: string, kind: string) =>
  document.querySelector(selector)?.dispatchEvent(new Event(kind, { bubbles: true }))
/** React leaves its own mark on what it has hydrated. */
const isHydrated = () =>
  Object.keys(document.querySelector('output') as object).some((key) => key.startsWith('__reactFiber'))

function hydrate(): void {
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = renderToString(<Page />)
  startTransition(() => void hydrateRoot(root, <Page />))
}

afterEach(() => {
  passEvents()
  document.body.replaceChildren()
})

it('a press does not make React hydrate the page at once, unless it is in a form of scripts alone', async () => {
  holdEvents()
  hydrate()
  for (const kind of ['pointerdown', 'keydown', 'click']) dispatch('#outside', kind)
  expect(isHydrated()).toBe(false)
  dispatch('form button', 'pointerdown')
  expect(isHydrated()).toBe(true)
})

it('React sees every press once events pass', async () => {
  holdEvents()
  hydrate()
  await vi.waitFor(() => expect(isHydrated()).toBe(true))
  dispatch('#outside', 'click')
  expect(presses()).toBe('0')
  passEvents()
  dispatch('#outside', 'click')
  await vi.waitFor(() => expect(presses()).toBe('1'))
})

/** Longer than React works without a pause. */
function Slow() {
  const end = performance.now() + 20
  while (performance.now() < end);
  return null
}

const sent: string[] = []
const send = (event: FormEvent) => {
  event.preventDefault()
  sent.push('by React')
}

function InParts({ responds }: { responds: (form: HTMLFormElement) => void }) {
  useEffect(() => queueMicrotask(() => responds(document.querySelector('form') as HTMLFormElement)), [responds])
  return (
    <Suspense fallback={null}>
      <Slow />
      <form onSubmit={send} />
    </Suspense>
  )
}

it.each([
  [true, ['by React']],
  [false, []],
])(
  'of a form that is sent in a part that is hydrated later React hears, hydrated before: %s',
  async (before, expected) => {
    sent.length = 0
    const responds = vi.fn((form: HTMLFormElement) => {
      if (before) hydrateAround(form)
      form.requestSubmit()
    })
    const root = document.body.appendChild(document.createElement('div'))
    root.innerHTML = renderToString(<InParts responds={responds} />)
    hydrateRoot(root, <InParts responds={responds} />)
    await vi.waitFor(() => expect(responds).toHaveBeenCalled())
    expect(sent).toEqual(expected)
  },
)
