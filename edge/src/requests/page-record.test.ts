import { expect, it } from 'vitest'
import { logFields, type PageOwner } from './page-response'

const about = { composition: 'abc', versions: {}, unusable: {} }
const owner: PageOwner = { section: 'mfe-quiz', page: { pattern: '/quiz-response/:name' } }

it('logs the owner of a page and how it was created, and no address', () => {
  const record = { ...about, owner, origin: 'frame; by design', cache: 'none' }
  const page = { section: 'mfe-quiz', pattern: '/quiz-response/:name' }
  expect(logFields(record)).toEqual({ composition: 'abc', render: 'frame; by design', cache: 'none', ...page })
})

it('leaves out missing fields of a page', () => {
  const busy = { ...about, owner: undefined, origin: undefined, cache: undefined }
  expect(JSON.parse(JSON.stringify(logFields(busy)))).toEqual({ composition: 'abc' })
})
