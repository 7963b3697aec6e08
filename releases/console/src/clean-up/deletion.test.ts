import type { Unused } from '@marram/release-contract/calls/clean-up'
import { expect, it } from 'vitest'
import type { Change } from '../changes/change'
import { deletion } from './clean-up'

const lastUse = '2026-05-01T12:00:00Z'
const release = { part: 'events', version: '1.0.0', lastUse, files: 12, bytes: 34_000 }
const upload = { part: 'quiz', version: '2.0.0', by: 'ci', lastAt: lastUse, files: 1, ofFiles: 9, bytes: 800 }
const planned = (given: Partial<Unused>) =>
  deletion({ days: 30, uploadSeconds: 3600, releases: [], uploads: [], kept: [], ...given }) as Change & {
    input: { releases: object[] }
  }

it('lists exactly what is deleted and its size, and sends exactly that', () => {
  const { verb, title, effects, input } = planned({ releases: [release], uploads: [upload] })
  expect([verb, title]).toEqual(['Delete 1 release and 1 upload', 'Delete 1 release and 1 upload, 35 KB'])
  expect(effects).toEqual([
    "No visitor's page changes (0 %): no page names any of this.",
    'events 1.0.0 goes, 12 files, 34 KB.',
    'The upload of quiz 2.0.0 goes, 1 of 9 files, 800 B.',
    'No environment can go back to these releases, unless the same bytes are published again.',
  ])
  expect(input).toEqual({
    days: 30,
    releases: [{ part: 'events', version: '1.0.0' }],
    uploadSeconds: 3600,
    uploads: [{ part: 'quiz', version: '2.0.0' }],
  })
})

it('sends at most as many at once as the registry accepts', () => {
  const many = Array.from({ length: 1001 }, (_, i) => ({ ...release, version: `1.${i}.0` }))
  const { verb, input } = planned({ releases: many })
  expect([verb, input.releases.length]).toEqual(['Delete 1,000 releases', 1000])
})
