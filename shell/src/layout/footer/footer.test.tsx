// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { Footer } from './footer'

type Given = Partial<Parameters<typeof Footer>[0]>
const htmlOf = (given: Given) =>
  renderToString(
    <MemoryRouter>
      <Footer entries={[]} {...given} />
    </MemoryRouter>,
  )
const shown = (letters?: boolean) => htmlOf({ letters }).replace(/<[^>]*>/g, ' ')
const text = shown()

it('has no second sign-up below a page that asks for it itself', () => {
  expect(shown(false)).not.toContain('Letters from the shoreline')
})

it('marks what not every page has, so that the gate does not take it for the fault of a section', () => {
  const latest = { slug: 'kites', title: 'Kites', date: '2026-05-01', image: '/media/kites.svg' }
  const all = document.createElement('div')
  all.innerHTML = htmlOf({ latest })
  for (const each of all.querySelectorAll('[data-varies]')) each.remove()
  const least = document.createElement('div')
  least.innerHTML = htmlOf({ letters: false })
  expect(all.innerHTML).toBe(least.innerHTML)
})

it('promises no regular letters, because nothing sends them', () => {
  expect(text).toContain('Letters from the shoreline')
  expect(text).not.toMatch(/\b(a|per|every|each) (day|week|month|year)\b|\b(daily|weekly|monthly|yearly)\b/i)
  // Mails can be sent, and then an address is on the list only after the link in its e-mail was followed.
  expect(text).toContain('Leave your address, and we tell you what happens next.')
  expect(text).not.toMatch(/gone out|you are on the list/)
  // The site removes nobody from the list automatically.
  expect(text).not.toMatch(/at any time|unsubscribe|one click/i)
  expect(text).toMatch(/To leave the list, call +020/)
})
