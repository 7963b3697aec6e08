import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { DiscoveryDocument, DiscoveryEntry } from './discovery'
import { bucketOf, compositionId, resolve } from './resolve'

type Share = { version: string; traffic: number; default?: boolean; group?: string; salt?: string }

const entry = ({ version, traffic, default: stable = false, group, salt = 'salt' }: Share): DiscoveryEntry => ({
  url: `/releases/files/part/${version}/entry.js`,
  metadata: { version, integrity: '' },
  deployment: { traffic, default: stable },
  extras: { version, manifest: '', manifestIntegrity: '', salt, group, fallbacks: [] },
})
const documentOf = (parts: Record<string, Share[]>): DiscoveryDocument => ({
  schema: '',
  microFrontends: Object.fromEntries(Object.entries(parts).map(([part, shares]) => [part, shares.map(entry)])),
})
const rollout = (traffic: number, more: Partial<Share> = {}): Share[] => [
  { version: '1.0.0', traffic: 100 - traffic, default: true, ...more },
  { version: '1.1.0', traffic, ...more },
]
const visitors = Array.from({ length: 100_000 }, (_, i) => (i * 2_654_435_761).toString(16).padStart(16, '0'))
const versionOf = (document: DiscoveryDocument, visitor: string, part = 'events') =>
  resolve(document, visitor).find((choice) => choice.part === part)?.entry.metadata.version
const countOf = (document: DiscoveryDocument) =>
  visitors.filter((visitor) => versionOf(document, visitor) === '1.1.0').length

describe('the version for a visitor', () => {
  it('gives nobody the candidate at 0 %', () => {
    expect(countOf(documentOf({ events: rollout(0) }))).toBe(0)
  })

  it('gives everybody the candidate at 100 %', () => {
    expect(countOf(documentOf({ events: rollout(100) }))).toBe(visitors.length)
  })

  it.each([1, 10, 50, 99])('gives %s % of the visitors the candidate', (traffic) => {
    const share = traffic / 100
    const deviation = Math.sqrt(visitors.length * share * (1 - share))
    const off = Math.abs(countOf(documentOf({ events: rollout(traffic) })) - visitors.length * share)
    expect(off).toBeLessThan(4 * deviation)
  })

  it('keeps the candidate for its visitors while the share grows', () => {
    for (const visitor of visitors.slice(0, 5000)) {
      const got = [1, 5, 20, 50, 100].map((traffic) => versionOf(documentOf({ events: rollout(traffic) }), visitor))
      expect(got.lastIndexOf('1.0.0') + 1).toBe(got.includes('1.1.0') ? got.indexOf('1.1.0') : got.length)
    }
  })

  it('does not depend on the order of entries or parts', () => {
    const shares: Share[] = [
      { version: '1.0.0', traffic: 40, default: true },
      { version: '1.1.0', traffic: 35 },
      { version: '1.2.0', traffic: 25 },
    ]
    fc.assert(
      fc.property(
        fc.shuffledSubarray(shares, { minLength: 3 }),
        fc.shuffledSubarray(['events', 'quiz', 'shell'], { minLength: 3 }),
        fc.string(),
        (entries, parts, visitor) => {
          const document = documentOf(Object.fromEntries(parts.map((part) => [part, entries])))
          const sorted = documentOf({ events: shares, quiz: shares, shell: shares })
          expect(resolve(document, visitor)).toEqual(resolve(sorted, visitor))
        },
      ),
    )
  })

  it('is chosen for each part separately', () => {
    const document = documentOf({ events: rollout(50), quiz: rollout(50) })
    const both = visitors.filter(
      (visitor) => versionOf(document, visitor) === '1.1.0' && versionOf(document, visitor, 'quiz') === '1.1.0',
    ).length
    expect(Math.abs(both - visitors.length / 4)).toBeLessThan(4 * Math.sqrt((visitors.length * 3) / 16))
  })

  it('is chosen together for the parts of one group', () => {
    const grouped = { group: 'summer' }
    const document = documentOf({ events: rollout(50, grouped), quiz: rollout(50, grouped) })
    const chosen = visitors
      .slice(0, 2000)
      .map((visitor) => [versionOf(document, visitor), versionOf(document, visitor, 'quiz')])
    expect(chosen.filter(([events, quiz]) => events !== quiz)).toEqual([])
    expect(new Set(chosen.map(([events]) => events)).size).toBe(2)
  })

  it('selects other visitors with another salt', () => {
    const [first, second] = ['spring', 'summer'].map((salt) => documentOf({ events: rollout(50, { salt }) }))
    const moved = visitors
      .slice(0, 2000)
      .filter(
        (visitor) => versionOf(first as DiscoveryDocument, visitor) !== versionOf(second as DiscoveryDocument, visitor),
      )
    expect(moved.length).toBeGreaterThan(800)
    expect(moved.length).toBeLessThan(1200)
  })

  it('comes with its reason', () => {
    expect(resolve(documentOf({ events: rollout(0) }), 'x')[0]).toMatchObject({ rule: 'only' })
    expect(resolve(documentOf({ events: rollout(50) }), 'x')[0]).toMatchObject({
      rule: 'bucket',
      bucket: bucketOf('salt', 'events', 'x'),
    })
  })

  it('puts every visitor in a bucket from 0 to under 100', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (salt, subject, visitor) => {
        const bucket = bucketOf(salt, subject, visitor)
        expect(bucket).toBeGreaterThanOrEqual(0)
        expect(bucket).toBeLessThan(100)
      }),
    )
  })
})

describe('the id of a composition', () => {
  it('does not depend on the order of its parts', () => {
    expect(compositionId({ shell: '1.0.0', quiz: '2.0.0' })).toBe(compositionId({ quiz: '2.0.0', shell: '1.0.0' }))
    expect(compositionId({ shell: '1.0.0', quiz: '2.0.0' })).toMatch(/^[0-9a-f]{32}$/)
  })

  it('changes with any version', () => {
    const versions = fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9-]{1,8}$/), fc.stringMatching(/^\d\.\d\.\d$/))
    fc.assert(
      fc.property(versions, versions, (a, b) => {
        const same = JSON.stringify(Object.entries(a).sort()) === JSON.stringify(Object.entries(b).sort())
        expect(compositionId(a) === compositionId(b)).toBe(same)
      }),
    )
  })
})
