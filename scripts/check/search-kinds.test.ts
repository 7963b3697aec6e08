import path from 'node:path'
import { readSection } from '@marram/build/section-source'
import { expect, it } from 'vitest'
import { urlOf } from '../../api/src/content/item-urls'
import { root, sectionFolders } from '../workspace'

/** Of the pages that sections declare, which the search page finds without the API. */
const PAGE = 'page'

it('finds each kind of the search declared once by a section of this site', async () => {
  const sections = await Promise.all(sectionFolders().map((part) => readSection(path.join(root, part))))
  const declared = sections.flatMap(({ document }) => document.searchKinds ?? []).map(({ kind }) => kind)
  for (const { document } of sections)
    for (const { list, kind } of document.sitemap ?? [])
      expect(
        document.searchKinds?.map((each) => each.kind),
        list,
      ).toContain(kind)
  expect(declared.toSorted()).toEqual([PAGE, ...Object.keys(urlOf)].toSorted())
})

it('finds each page of this site that has no parameters and that search engines may show', async () => {
  const sections = await Promise.all(sectionFolders().map((part) => readSection(path.join(root, part))))
  const missing = sections.flatMap(({ document: { paths, searchPages = [] } }) =>
    paths
      .filter(({ pattern, noIndex, private: hidden }) => !pattern.includes(':') && !noIndex && !hidden)
      .map(({ pattern }) => pattern)
      .filter((pattern) => !searchPages.some(({ path }) => path === pattern)),
  )
  expect(missing).toEqual([])
})

it('finds the pages to join and leave the newsletter, which are excluded from search engines', async () => {
  const sections = await Promise.all(sectionFolders().map((part) => readSection(path.join(root, part))))
  const found = sections.flatMap(({ document: { searchPages = [] } }) => searchPages.map((page) => page.path))
  expect(found).toContain('/newsletter')
})
