import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runInNewContext } from 'node:vm'
import { containerName } from '@marram/release-contract/release'
import { partNamePattern } from '@marram/release-contract/section'
import { versionPattern } from '@marram/release-contract/version'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hostVersion, partVersion, writeGenerated } from './part'

/** The inverse: a name that can be read back is unique. */
function read(global: string) {
  const [, name = '', version = ''] = /^([^A-Z]*)_V(.*)$/.exec(global) ?? []
  return {
    name: name.replaceAll('_', '-'),
    version: version.replaceAll(/_(.)/g, (_, mark) => (mark === '_' ? '.' : '-')),
  }
}

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-part-'))
  fs.writeFileSync(path.join(folder, 'package.json'), '{"name":"@marram/mfe-dunes","version":"1.4.0"}')
})
afterEach(() => {
  vi.unstubAllEnvs()
  fs.rmSync(folder, { recursive: true })
})

describe('the build of a part', () => {
  it('has the version of its package.json, or the one that a pipeline sets', () => {
    expect(partVersion(folder)).toBe('1.4.0')
    vi.stubEnv('MARRAM_VERSION', '1.5.0-dev.2')
    expect(partVersion(folder)).toBe('1.5.0-dev.2')
  })

  it.each(['latest', '1.4', '../1.4.0', '', '01.4.0', '1.4.0-..', '1.4.0-01', '1.4.0+x'])(
    'cannot have the version %j',
    (version) => {
      vi.stubEnv('MARRAM_VERSION', version)
      expect(() => partVersion(folder)).toThrow('is not a version such as 1.4.0')
    },
  )

  const nameOf = (name: string, version: string) => containerName({ name, version })

  it('has a unique global name, even when name and version run together', () => {
    expect(nameOf('mfe-events', '1.4.0')).toBe('mfe_events_V1__4__0')
    expect(nameOf('mfe-tide-1', '0.0.0')).not.toBe(nameOf('mfe-tide', '1.0.0-0'))
    expect(nameOf('mfe-events', '1.4.0-a.b')).not.toBe(nameOf('mfe-events', '1.4.0-a-b'))
  })

  it('shares its global name with no other part or version, in valid JavaScript', () => {
    // The same words, split differently into name, numbers and suffix.
    const words = fc.array(fc.constantFrom('0', '1'), { minLength: 5, maxLength: 8 })
    const cut = fc.nat({ max: 4 })
    const mark = fc.constantFrom('-', '.', '--')
    const partOf = (all: string[], at: number, between: string) => {
      const from = Math.min(at, all.length - 3)
      const rest = all.slice(from + 3)
      const numbers = all.slice(from, from + 3).join('.')
      return {
        name: ['mfe', ...all.slice(0, from)].join('-'),
        version: rest.length === 0 ? numbers : `${numbers}-${rest.join(between)}`,
      }
    }
    fc.assert(
      fc.property(words, cut, cut, mark, mark, (all, ...[oneAt, otherAt, oneMark, otherMark]) => {
        const [one, other] = [partOf(all, oneAt, oneMark), partOf(all, otherAt, otherMark)]
        for (const { name, version } of [one, other]) {
          expect([partNamePattern.test(name), versionPattern.test(version)]).toEqual([true, true])
          const global = nameOf(name, version)
          expect(runInNewContext(`var ${global} = 1; ${global}`)).toBe(1)
        }
        const same = one.name === other.name && one.version === other.version
        expect(nameOf(one.name, one.version) === nameOf(other.name, other.version)).toBe(same)
      }),
    )
  })

  it('has a global name from which name and version can be read back', () => {
    const part = fc.tuple(fc.stringMatching(partNamePattern), fc.stringMatching(versionPattern))
    fc.assert(
      fc.property(part, ([name, version]) => {
        expect(read(nameOf(name, version))).toEqual({ name, version })
      }),
    )
  })

  it('is refused when the host is not installed, and finds it in parent folders', () => {
    expect(() => hostVersion(path.join(folder, 'mfe-dunes'))).toThrow('@marram/sdk is not installed')
    fs.mkdirSync(path.join(folder, 'node_modules/@marram/sdk'), { recursive: true })
    fs.writeFileSync(path.join(folder, 'node_modules/@marram/sdk/package.json'), '{"version":"1.2.0"}')
    expect(hostVersion(path.join(folder, 'mfe-dunes'))).toBe('1.2.0')
  })

  it('writes a generated file only when it changes, so that watching does not loop', () => {
    const file = writeGenerated(folder, 'exposed.ts', 'one')
    fs.utimesSync(file, 1, 1)
    writeGenerated(folder, 'exposed.ts', 'one')
    expect(fs.statSync(file).mtimeMs).toBe(1000)
    writeGenerated(folder, 'exposed.ts', 'two')
    expect(fs.readFileSync(file, 'utf8')).toBe('two')
  })
})
