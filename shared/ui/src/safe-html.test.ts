import { expect, test } from 'vitest'
import { sanitiseHtml } from './safe-html'

test('what is nested too deeply comes out as its plain text', async () => {
  expect(await sanitiseHtml(`${'<div>'.repeat(5000)}deep &amp; dark`)).toBe('<p>deep &amp; dark</p>')
})
