import { PlainPage } from '@marram/ui/plain-page'
import { expect, it, vi } from 'vitest'
import { Component } from './plain'

let at: { pathname: string; params: Record<string, string> }
vi.mock('@marram/host/router', () => ({
  useLocation: () => ({ pathname: at.pathname }),
  useParams: () => at.params,
}))

/** What the page hands to its heading and to the title of the document. */
function shown(pathname: string, params: Record<string, string> = {}): string {
  at = { pathname, params }
  return JSON.stringify(PlainPage(Component().props))
}

it('keeps name and phone number of a participant out of heading and title', () => {
  const page = shown('/quiz-response/Zoe/0123456789', { name: 'Zoe', phone: '0123456789' })
  expect(page.match(/"title":"Quiz response"/g)).toHaveLength(2)
  expect(page).not.toMatch(/Zoe|0123456789/)
})

it('is called by its address elsewhere', () => {
  expect(shown('/quiz-result').match(/"title":"Quiz result"/g)).toHaveLength(2)
})
