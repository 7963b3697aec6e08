import { expect, it } from 'vitest'
import { logFields, type PageOwner } from './page-response'

const about = { composition: 'abc', versions: {}, unusable: {} }
const owner: PageOwner = { section: 'mfe-quiz', page: { pattern: '/quiz-response/:name' } }

it('the log says whose page it was and what created it, and no address', () => {
  const record = { ...about, owner, origin: 'frame; by design', cache: 'none' }
  const page = { section: 'mfe-quiz', pattern: '/quiz-response/:name' }
  expect(logFields(record)).toEqual({ composition: 'abc', render: 'frame; by design', cache: 'none', ...page })
})

it('the log leaves out what a page does not have', () => {
  const busy = { ...about, owner: undefined, origin: undefined, cache: undefined }
  expect(JSON.parse(JSON.stringify(logFields(busy)))).toEqual({ composition: 'abc' })
})
