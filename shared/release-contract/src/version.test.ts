import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareVersions, satisfies } from './version'

describe('whether a host serves a section', () => {
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
  ])('takes neither %j nor %j for what it is not', (version, range) => {
    expect(satisfies(version, range)).toBe(false)
  })

  it('never goes back once a newer host of the same major serves', () => {
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

describe('which version stands above another', () => {
  const ascending = ['0.9.9', '1.0.0-dev.3', '1.0.0', '1.0.5', '1.0.10', '1.2.0', '2.0.0-dev.1', '2.0.0', '10.0.0']

  it('goes by its numbers, and not by when it was published', () => {
    for (const [i, one] of ascending.entries())
      for (const [j, other] of ascending.entries())
        expect(Math.sign(compareVersions(one, other)), `${one} and ${other}`).toBe(Math.sign(i - j))
  })

  it('is not known of digests', () => {
    expect(compareVersions('1.0.0-4cd5d225', '1.0.0-96e0f135')).toBe(0)
  })
})
