import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { inlineStyleTag, preloadTag, staticResponse } from './built-files'

const files = new Map([
  ['/a.css', staticResponse('main{color:red}', 'text/css')],
  ['/a.js', staticResponse('start()', 'text/javascript')],
])

it('a style stands in the document with the address by which a run time finds it', () => {
  expect(inlineStyleTag('/a.css', files)).toBe('<style data-href="/a.css">main{color:red}</style>')
  expect(() => inlineStyleTag('/b.css', files)).toThrow('the build has no file /b.css')
})

it('a script is preloaded with the digest that whoever asks for it has', () => {
  const digest = createHash('sha384').update('start()').digest('base64')
  expect(preloadTag('/a.js', files, 'low')).toContain(
    `fetchpriority="low" href="/a.js" crossorigin integrity="sha384-${digest}"`,
  )
})
