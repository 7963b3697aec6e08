// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { openConsole, shows } from '../testing/console'

let opened: Awaited<ReturnType<typeof openConsole>>
afterEach(() => opened.close())

it('shows what is wrong with an id in the address, without a call', async () => {
  opened = await openConsole('/why?id=not-an-id', {})
  await shows('An id has 4 to 12 small letters and digits.', 'main [role="alert"].problem')
  expect(document.body.textContent).not.toContain('Reading')
})
