import path from 'node:path'
import { searchKind } from '@marram/api-contract/search'
import { readSection } from '@marram/build/section-source'
import { expect, it } from 'vitest'
import { root, sectionFolders } from '../workspace'

it('finds each kind of the search of the API declared once by a section of this site', async () => {
  const sections = await Promise.all(sectionFolders().map((part) => readSection(path.join(root, part))))
  const declared = sections.flatMap(({ document }) => document.searchKinds ?? []).map(({ kind }) => kind)
  expect(declared.toSorted()).toEqual(searchKind.options.toSorted())
})
