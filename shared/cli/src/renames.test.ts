import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Rename, renameImports } from './renames'

const renames: Rename[] = [
  { from: '@marram/sdk/api-client#getJson', to: '@marram/sdk/api-client#get' },
  { from: '@marram/sdk/pages#PageMeta', to: '@marram/sdk/page-meta#PageMeta' },
]
const moved = (text: string) => renameImports('page.tsx', text, renames)

it.each([
  ["import { getJson } from '@marram/sdk/api-client'", "import { get as getJson } from '@marram/sdk/api-client'"],
  ["import { getJson as read } from '@marram/sdk/api-client'", "import { get as read } from '@marram/sdk/api-client'"],
  ["import { getJson as get } from '@marram/sdk/api-client'", "import { get } from '@marram/sdk/api-client'"],
  [
    "import { Page, PageMeta, type Head } from '@marram/sdk/pages'",
    "import { Page, type Head } from '@marram/sdk/pages'\nimport { PageMeta } from '@marram/sdk/page-meta'",
  ],
  ["import type { PageMeta } from '@marram/sdk/pages'", "import type { PageMeta } from '@marram/sdk/page-meta'"],
])('gives it its new name: %s', (before, after) => {
  const rest = '\nexport const Component = () => <PageMeta title="getJson" />\n'
  expect(moved(before + rest)).toBe(after + rest)
})

it.each([
  "import { getJson } from './api-client'\n",
  "import * as client from '@marram/sdk/api-client'\n",
  "export const getJson = 1 // import { getJson } from '@marram/sdk/api-client'\n",
  "import { getJson } from '@marram/sdk/api-client' this is no module\n",
])('leaves it alone: %s', (text) => {
  expect(moved(text)).toBe(text)
})

it('changes nothing a second time, whatever else is imported', () => {
  // No such name is one of the language's own words.
  const name = fc.stringMatching(/^[a-z]{1,6}$/).map((word) => `${word}Page`)
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 5 }), (names) => {
      const once = moved(`import { getJson, ${names.join(', ')} } from '@marram/sdk/api-client'\n`)
      expect(once).toBe(`import { get as getJson, ${names.join(', ')} } from '@marram/sdk/api-client'\n`)
      expect(moved(once)).toBe(once)
    }),
  )
})
