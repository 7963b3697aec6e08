import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packPackages } from './pack-packages'

const root = path.resolve(import.meta.dirname, '../../..')
let work: string
let packed: Awaited<ReturnType<typeof packPackages>>
const pack = (into: string) =>
  packPackages({
    folder: path.join(root, 'shell'),
    names: ['@marram/ui'],
    version: '3.1.0',
    host: '1.4.0',
    into: path.join(work, into),
  })
beforeAll(async () => {
  work = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-packing-'))
  packed = await pack('first')
})
afterAll(() => fs.rmSync(work, { recursive: true }))

const unpacked = (name: string) => {
  const folder = path.join(work, 'unpacked', name)
  fs.mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['xzf', path.join(work, 'first', `${name}-3.1.0.tgz`), '-C', folder])
  return path.join(folder, 'package')
}
const manifestOf = (name: string) => packed.find(({ manifest }) => manifest.name === `@marram/${name}`)?.manifest

it('packs what is named with all of the workspace that it needs', () => {
  expect(packed.map(({ manifest }) => manifest.name)).toEqual(
    ['api-contract', 'calendar', 'html', 'release-contract', 'sdk', 'ui'].map((name) => `@marram/${name}`),
  )
})

it('leaves nothing that only the workspace understands', () => {
  for (const { manifest } of packed) {
    expect(JSON.stringify(manifest)).not.toMatch(/workspace:|catalog:|"[^"]*(?<!\.d)\.tsx?"/)
    const { dependencies } = manifest as { dependencies: Record<string, string> }
    for (const [name, version] of Object.entries(dependencies))
      expect(version).toMatch(name.startsWith('@marram/') ? /^3\.1\.0$/ : /^\d+\.\d+\.\d+/)
  }
})

it('has every file that its exports name, with declarations, source maps and a README', () => {
  const folder = unpacked('ui')
  const { exports } = manifestOf('ui') as { exports: Record<string, string | { types: string; default: string }> }
  const files = Object.values(exports).flatMap((target) =>
    typeof target === 'string' ? [target] : Object.values(target),
  )
  expect(files.length).toBeGreaterThan(60)
  for (const file of [...files, 'README.md', 'dist/forms/button.js.map'])
    expect(fs.existsSync(path.join(folder, file)), file).toBe(true)
})

it('names its own modules with their extension, as Node wants them', () => {
  const text = fs.readFileSync(path.join(unpacked('release-contract'), 'dist/calls.js'), 'utf8')
  const relative = [...text.matchAll(/from ["'](\.[^"']+)["']/g)].map(([, name]) => name)
  expect(relative.length).toBeGreaterThan(5)
  for (const name of relative) expect(name).toMatch(/\.js$/)
})

it('makes the same bytes of the same sources, whenever and in whatever time zone', async () => {
  const zone = process.env.TZ
  process.env.TZ = 'Pacific/Auckland'
  const again = await pack('second').finally(() => {
    process.env.TZ = zone
  })
  expect(again.map(({ integrity }) => integrity)).toEqual(packed.map(({ integrity }) => integrity))
})
