// @vitest-environment happy-dom
import { useEffect, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { Section } from './section'

const events: string[] = []

function Part() {
  const [presses, setPresses] = useState(0)
  useEffect(() => void events.push('part'), [])
  return (
    <button type="button" onClick={() => setPresses((before) => before + 1)}>
      Pressed {presses} times
    </button>
  )
}

function Page() {
  useEffect(() => {
    events.push('page')
    // As the shell repeats what was pressed before: not inside an effect, where React can hydrate nothing.
    queueMicrotask(() => document.querySelector('button')?.click())
  }, [])
  return (
    <Section id="news" title="News">
      <Part />
    </Section>
  )
}

it('a section is hydrated once the page responds, or at the first press in it', async () => {
  document.body.innerHTML = renderToString(<Page />)
  hydrateRoot(document.body, <Page />)
  await vi.waitFor(() => expect(document.querySelector('button')?.textContent).toBe('Pressed 1 times'))
  expect(events).toEqual(['page', 'part'])
})
