import { expect, test } from 'vitest'
import { unlessAllFailed } from './area-data'

test('a page is shown while one of its calls succeeds', () => {
  expect(() => unlessAllFailed({ open: undefined, photos: [] })).not.toThrow()
  expect(() => unlessAllFailed({ open: undefined, photos: undefined })).toThrow('Nothing of this page could be loaded')
})
