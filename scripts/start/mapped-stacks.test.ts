import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

const hook = pathToFileURL(path.join(import.meta.dirname, 'mapped-stacks.mjs')).href

it.each([
  ['names the source of a bundled file', true, /Error: broken\n {4}at \S*src\/main\.ts:3:\d+\n/],
  ['is left as it is where there is no map', false, /Error: broken\n {4}at \S*dist\/main\.mjs:1:7\n/],
])('a stack %s', (_, hasMap, stack) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-stacks-'))
  try {
    const file = path.join(folder, 'dist/main.mjs')
    fs.mkdirSync(path.dirname(file))
    fs.writeFileSync(file, "throw new Error('broken')\n")
    // The first line of the file is the third line of the source.
    const map = { version: 3, sources: ['../src/main.ts'], names: [], mappings: 'AAEA' }
    if (hasMap) fs.writeFileSync(`${file}.map`, JSON.stringify(map))
    expect(spawnSync(process.execPath, ['--import', hook, file], { encoding: 'utf8' }).stderr).toMatch(stack)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
})
