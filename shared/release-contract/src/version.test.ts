import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareVersions, satisfies, sourcesOf, sourceVersionOf, versionPattern } from './version'

describe('the compatibility of a host and a section', () => {
  it.each([
    ['1.2.3', '^1.2.3'],
    ['1.3.0', '^1.2.9'],
    ['1.10.0', '^1.9.0'],
    ['1.2.4', '^1.2.3'],
    ['1.4.0-dev.3', '^1.2.0'],
    ['0.3.5', '^0.3.1'],
  ])('host %s serves %s', (version, range) => {
    expect(satisfies(version, range)).toBe(true)
  })

  it.each([
    ['1.2.2', '^1.2.3'],
    ['1.1.9', '^1.2.0'],
    ['2.0.0', '^1.2.0'],
    ['1.2.0', '^2.0.0'],
    ['0.4.0', '^0.3.0'],
    ['0.3.0', '^0.3.1'],
  ])('host %s does not serve %s', (version, range) => {
    expect(satisfies(version, range)).toBe(false)
  })

  it.each([
    ['1.2', '^1.2.0'],
    ['v1.2.3', '^1.2.3'],
    ['1.2.3', '1.2.3'],
    ['1.2.3', '~1.2.3'],
    ['1.2.3', '>=1.0.0'],
    ['1.2.3', '*'],
    ['1.2.3', ''],
    ['', '^1.2.3'],
    ['1.2.3\n', '^1.2.3'],
  ])('rejects %j with %j as invalid', (version, range) => {
    expect(satisfies(version, range)).toBe(false)
  })

  it('never ends with a newer host of the same major', () => {
    const small = fc.nat({ max: 20 })
    fc.assert(
      fc.property(small, small, small, small, small, (major, minor, patch, more, fix) => {
        fc.pre(major > 0)
        const range = `^${major}.${minor}.${patch}`
        expect(satisfies(`${major}.${minor}.${patch + fix}`, range)).toBe(true)
        expect(satisfies(`${major}.${minor + more + 1}.${fix}`, range)).toBe(true)
        expect(satisfies(`${major + 1}.${minor}.${patch}`, range)).toBe(false)
      }),
    )
  })
})

/** As semver.org suggests it. */
const official =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?(?:\+([0-9a-zA-Z-]+(?:\.[0-9a-zA-Z-]+)*))?$/
const nearly = fc.string({ unit: fc.constantFrom(...'0019aZ-.+'), maxLength: 14 })
const release = fc.tuple(fc.nat(2), fc.nat(12), fc.nat(2)).map((numbers) => numbers.join('.'))
const version = fc
  .tuple(
    release,
    fc.option(fc.stringMatching(/^(0|[1-9]\d{0,20}|\d*[a-zA-Z-][0-9a-zA-Z-]{0,3})$/), { nil: '' }),
    nearly,
  )
  .map(([numbers, word, rest]) => (word ? `${numbers}-${word}${rest}` : numbers))
const strict = version.filter((each) => versionPattern.test(each))

describe('the version of a release', () => {
  it('is SemVer, without build metadata', () => {
    const any = fc.oneof(
      version,
      nearly,
      fc.tuple(release, nearly).map(([numbers, rest]) => `${numbers}${rest}`),
    )
    fc.assert(
      fc.property(any, (text) => {
        expect(versionPattern.test(text)).toBe(official.test(text) && !text.includes('+'))
      }),
      { numRuns: 2000 },
    )
  })

  it.each(['01.0.0', '1.0.0-..', '1.0.0-01', '1.0.0-a.', '1.0.0+build', '1.0', 'v1.0.0', '1.0.0\n', ''])(
    'cannot be %j',
    (text) => {
      expect(versionPattern.test(text)).toBe(false)
    },
  )
})

describe('the order of versions', () => {
  // The example of SemVer 2.0.0, among others.
  const ascending = [
    ...['0.9.9', '1.0.0-0', '1.0.0-2', '1.0.0-11', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta'],
    ...['1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.0.5', '1.0.10', '1.2.0', '2.0.0-dev.1', '2.0.0'],
    ...['10.0.0', '10.0.9007199254740992', '10.0.9007199254740993'],
  ]

  it('follows the precedence of SemVer, and not the time of publication', () => {
    for (const [i, one] of ascending.entries())
      for (const [j, other] of ascending.entries())
        expect(Math.sign(compareVersions(one, other)), `${one} and ${other}`).toBe(Math.sign(i - j))
  })

  it('is total', () => {
    fc.assert(
      fc.property(strict, strict, strict, (a, b, c) => {
        expect(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a))).toBe(0)
        expect(compareVersions(a, b) === 0).toBe(a === b)
        if (compareVersions(a, b) >= 0 && compareVersions(b, c) >= 0)
          expect(compareVersions(a, c)).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('puts the later of two builds without a version first, and both above earlier ones', () => {
    const moment = fc.date({ min: new Date('2026-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
    const fingerprint = fc.stringMatching(/^[0-9a-f]{8}$/)
    fc.assert(
      fc.property(strict, moment, moment, fingerprint, fingerprint, (base, one, other, sources, others) => {
        const [first, second] = [sourceVersionOf(base, one, sources), sourceVersionOf(base, other, others)]
        expect([versionPattern.test(first), sourcesOf(first)]).toEqual([true, sources])
        const seconds = Math.floor(one.getTime() / 1000) - Math.floor(other.getTime() / 1000)
        if (seconds !== 0) expect(Math.sign(compareVersions(first, second))).toBe(Math.sign(seconds))
        if (!base.includes('-')) expect(compareVersions(first, `${base}-${others}`)).toBeGreaterThan(0)
      }),
    )
    expect(sourceVersionOf('1.4.0', new Date('2026-11-23T10:11:12.987Z'), '00000001')).toBe(
      '1.4.0-t20261123101112.g00000001',
    )
    for (const named of ['1.4.0', '1.4.0-rc.1', '1.4.0-96e0f135', '1.4.0-g96e0f135', undefined])
      expect(sourcesOf(named)).toBeUndefined()
  })
})
