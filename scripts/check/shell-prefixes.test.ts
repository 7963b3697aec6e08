import fs from 'node:fs'
import path from 'node:path'
import { SHELL_PREFIXES } from '@marram/release-contract/release-files'
import { keptUntilLogout } from '@marram/release-contract/section'
import { expect, it } from 'vitest'
import { root } from '../workspace'

it('the shell stores nothing under a prefix that a section could clear on logout, except what the gate knows', () => {
  const folders = ['shell/src', 'shared/sdk/src'].map((folder) => path.join(root, folder))
  const texts = folders.flatMap((folder) =>
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => fs.readFileSync(path.join(folder, file), 'utf8')),
  )
  const written = texts.flatMap((text) => text.match(/(?<=['"`])marram:[a-z0-9-]+:/g) ?? [])
  expect(written).toEqual([])
  const storagePrefixes = [...SHELL_PREFIXES]
  expect(keptUntilLogout.safeParse({ storagePrefixes, databases: [] }).success).toBe(true)
})
