// @vitest-environment happy-dom
import type { Composition } from '@marram/release-contract/composition'
import { beforeEach, expect, it } from 'vitest'
import { forgetDrafts, noteKeptUntilLogout } from './forget-drafts'

const around = { title: 'Tides', pages: [], releases: [] }
const composition = (sections: Composition['sections']): Composition => ({
  id: 'one',
  shell: { version: '1.0.0', host: '1.0.0' },
  sections,
})
const keys = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort()

beforeEach(() => {
  for (const storage of [localStorage, sessionStorage]) {
    storage.clear()
    for (const key of ['marram:tide:1', 'marram:dune:1', 'marram:theme']) storage.setItem(key, 'x')
  }
})

it('removes the data that sections declare, from both storages, and nothing else', () => {
  noteKeptUntilLogout(
    composition({
      tides: { ...around, keptUntilLogout: { storagePrefixes: ['marram:tide:'], databases: [] } },
      // Also of a stopped section.
      dunes: { ...around, stopped: {}, keptUntilLogout: { storagePrefixes: ['marram:dune:'], databases: [] } },
      walks: around,
    }),
  )
  forgetDrafts()
  expect(keys()).toEqual(['marram:theme', 'marram:theme'])
})

it('removes nothing when no section stores anything', () => {
  noteKeptUntilLogout(composition({ walks: around }))
  forgetDrafts()
  expect(keys()).toHaveLength(6)
})
