import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { askForHost } from './upgrade'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-upgrade-'))
  fs.mkdirSync(path.join(folder, 'src'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

it.each([
  ["title: 'Tides',\n  host: '^1.0.0',", '2.1.0', "title: 'Tides',\n  host: '^2.0.0',", 'host ^1.0.0 → ^2.0.0'],
  ['host: "^1.4.0"', '2.1.0', 'host: "^2.0.0"', 'host ^1.4.0 → ^2.0.0'],
  ["host: '^1.4.0'", '1.6.0', "host: '^1.4.0'", undefined],
  // Where it is written otherwise, the check says what to write.
  ['host: HOST', '2.1.0', 'host: HOST', undefined],
])('asks for the host that is live: %s on %s', (before, host, after, words) => {
  const file = path.join(folder, 'src/section.ts')
  fs.writeFileSync(file, before)
  expect(askForHost(folder, host)).toBe(words)
  expect(fs.readFileSync(file, 'utf8')).toBe(after)
})
