// @vitest-environment happy-dom
import { act, Suspense, useEffect, useState } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { rememberEarlyInput, repeatEarlyInput } from './early-input'

const start = { name: '', words: '', size: 'small', agreed: false, day: 'sat', handle: '' }

/** Every kind of field; React knows only its own values. The radio buttons keep their own state. */
function Form() {
  const [values, setValues] = useState(start)
  const set = (more: Partial<typeof start>) => setValues((old) => ({ ...old, ...more }))
  const day = (value: string) => (
    <input
      id={value}
      type="radio"
      name="day"
      defaultChecked={start.day === value}
      onChange={() => set({ day: value })}
    />
  )
  return (
    <form>
      <input id="name" value={values.name} onChange={({ target }) => set({ name: target.value })} />
      <textarea id="words" value={values.words} onChange={({ target }) => set({ words: target.value })} />
      <select id="size" value={values.size} onChange={({ target }) => set({ size: target.value })}>
        <option>small</option>
        <option>large</option>
      </select>
      <input
        id="agreed"
        type="checkbox"
        checked={values.agreed}
        onChange={({ target }) => set({ agreed: target.checked })}
      />
      {day('sun')}
      {day('sat')}
      <input id="handle" value={values.handle} onChange={({ target }) => set({ handle: target.value })} />
      <output>{JSON.stringify(values)}</output>
    </form>
  )
}

const field = (id: string) => document.getElementById(id) as HTMLInputElement
const known = () => JSON.parse(document.querySelector('output')?.textContent ?? '') as typeof start
const entered = { name: 'Ada', words: 'one\ntwo', size: 'large', agreed: true, day: 'sun', handle: '' }

function enter(): void {
  field('name').value = entered.name
  field('words').value = entered.words
  field('size').value = entered.size
  field('agreed').checked = true
  field('sun').checked = true
}

/** Longer than React works without a pause. */
function Slow() {
  const end = performance.now() + 20
  while (performance.now() < end);
  return null
}

function InParts() {
  useEffect(() => queueMicrotask(repeatEarlyInput), [])
  return (
    <Suspense fallback={null}>
      <Slow />
      <Form />
    </Suspense>
  )
}

const Files = ({ taken }: { taken: string[] }) => (
  <input id="photo" type="file" onChange={({ target }) => taken.push(target.files?.[0]?.name ?? '')} />
)

describe('input from before React started', () => {
  let root: HTMLElement

  beforeAll(() => {
    ;(globalThis as unknown as { IS_REACT_ACT_ENVIRONMENT: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  })
  beforeEach(() => {
    document.body.innerHTML = `<div>${renderToString(<Form />)}</div>`
    root = document.body.firstElementChild as HTMLElement
    enter()
  })

  it('is unknown to React, unless it is replayed', async () => {
    await act(() => hydrateRoot(root, <Form />))
    expect(known()).toEqual(start)
  })

  it('is replayed into the fields of a hydrated page', async () => {
    rememberEarlyInput()
    await act(() => hydrateRoot(root, <Form />))
    await act(repeatEarlyInput)
    expect(known()).toEqual(entered)
    expect(field('sun').checked).toBe(true)
  })

  it('is replayed into the fields with the same id when the page is rendered again', async () => {
    rememberEarlyInput()
    root.textContent = ''
    await act(() => createRoot(root).render(<Form />))
    await act(repeatEarlyInput)
    expect(known()).toEqual(entered)
    expect(field('sun').checked).toBe(true)
  })

  it('is replayed into a part that is hydrated later', async () => {
    // React would hydrate all of it at once.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
    root.innerHTML = renderToString(<InParts />)
    enter()
    rememberEarlyInput()
    hydrateRoot(root, <InParts />)
    await vi.waitFor(() => expect(known()).toEqual(entered))
    expect(field('sun').checked).toBe(true)
    vi.unstubAllGlobals()
  })

  it('includes files, which are chosen again when the page is rendered again', async () => {
    const taken: string[] = []
    const before = document.body.appendChild(document.createElement('div'))
    before.innerHTML = renderToString(<Files taken={taken} />)
    const chosen = [new File(['x'], 'a.png')]
    Object.defineProperty(field('photo'), 'files', { value: chosen })
    rememberEarlyInput()
    before.textContent = ''
    await act(() => createRoot(before).render(<Files taken={taken} />))
    Object.defineProperty(field('photo'), 'files', { value: null, writable: true })
    await act(repeatEarlyInput)
    expect(taken).toEqual(['a.png'])
    expect(field('photo').files).toBe(chosen)
  })

  it('may continue while React starts', async () => {
    rememberEarlyInput()
    field('handle').value = 'ada'
    field('handle').dispatchEvent(new Event('input', { bubbles: true }))
    await act(() => hydrateRoot(root, <Form />))
    await act(repeatEarlyInput)
    expect(known()).toEqual({ ...entered, handle: 'ada' })
  })

  it('keeps the caret position', async () => {
    field('name').focus()
    field('name').setSelectionRange(1, 1)
    rememberEarlyInput()
    await act(() => hydrateRoot(root, <Form />))
    await act(repeatEarlyInput)
    expect(field('name').selectionStart).toBe(1)
  })
})
