import { expect, it } from 'vitest'
import type { LiveComposition, OwnedPage } from '../compositions/live-composition'
import { logFields } from './page-record'

const live = { id: 'abc' } as LiveComposition
const owner: OwnedPage = { section: 'mfe-quiz', page: { pattern: '/quiz-response/:name', files: [], needs: [] } }

it('the log says whose page it was and what created it, and no address', () => {
  const record = { live, owner, origin: 'frame; by design', cache: 'none', unusable: {} }
  const page = { section: 'mfe-quiz', pattern: '/quiz-response/:name' }
  expect(logFields(record)).toStrictEqual({ composition: 'abc', render: 'frame; by design', cache: 'none', ...page })
})

it('the log leaves out what a page does not have', () => {
  const busy = { live, owner: undefined, origin: undefined, cache: undefined, unusable: {} }
  expect(logFields(busy)).toStrictEqual({ composition: 'abc' })
})
