import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { containerName } from './environments'
import { hostVersion, partVersion, sourceRevision, writeGenerated } from './part'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-part-'))
  fs.writeFileSync(path.join(folder, 'package.json'), '{"name":"@marram/mfe-dunes","version":"1.4.0"}')
})
afterEach(() => {
  vi.unstubAllEnvs()
  fs.rmSync(folder, { recursive: true })
})

describe('a part that is built', () => {
  it('has the version of its package.json, or the one that a pipeline gives', () => {
    expect(partVersion(folder)).toBe('1.4.0')
    vi.stubEnv('MARRAM_VERSION', '1.5.0-dev.2')
    expect(partVersion(folder)).toBe('1.5.0-dev.2')
  })

  it.each(['latest', '1.4', '../1.4.0', ''])('cannot have the version %j', (version) => {
    vi.stubEnv('MARRAM_VERSION', version)
    expect(() => partVersion(folder)).toThrow('is not a version such as 1.4.0')
  })

  it('has a global name of its own for each version', () => {
    const name = (version: string) =>
      containerName({ name: 'mfe-events', version, development: false, dist: 'dist', checksInput: false })
    expect(name('1.4.0')).toBe('mfe_events_1_4_0')
    expect(name('1.4.0')).not.toBe(name('1.4.1'))
  })

  it('is told when the host is not installed, and finds it above itself', () => {
    expect(() => hostVersion(path.join(folder, 'mfe-dunes'))).toThrow('@marram/host is not installed')
    fs.mkdirSync(path.join(folder, 'node_modules/@marram/host'), { recursive: true })
    fs.writeFileSync(path.join(folder, 'node_modules/@marram/host/package.json'), '{"version":"1.2.0"}')
    expect(hostVersion(path.join(folder, 'mfe-dunes'))).toBe('1.2.0')
  })

  it('names no revision outside a checkout', () => {
    vi.stubEnv('GIT_CEILING_DIRECTORIES', path.dirname(folder))
    expect(sourceRevision(folder)).toBeNull()
  })

  it('writes a generated file only when it changes, so that a watching build settles', () => {
    const file = writeGenerated(folder, 'exposed.ts', 'one')
    fs.utimesSync(file, 1, 1)
    writeGenerated(folder, 'exposed.ts', 'one')
    expect(fs.statSync(file).mtimeMs).toBe(1000)
    writeGenerated(folder, 'exposed.ts', 'two')
    expect(fs.readFileSync(file, 'utf8')).toBe('two')
  })
})
