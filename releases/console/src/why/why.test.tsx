// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { openConsole, shows } from '../testing/console'

let opened: Awaited<ReturnType<typeof openConsole>>
afterEach(() => opened.close())

it('says what is wrong with an id in the address, and does not wait for it', async () => {
  opened = await openConsole('/why?id=not-an-id', {})
  await shows('An id has 4 to 12 small letters and digits.', 'main [role="alert"].problem')
  expect(document.body.textContent).not.toContain('Reading')
})
