import fs from 'node:fs'
import path from 'node:path'
import { SHELL_PREFIXES } from '@marram/release-contract/release-files'
import { expect, test } from 'vitest'
import { keptInBrowser } from '../../mfe-content/src/short-pages/privacy'
import { root } from '../workspace'

const parts = ['shell', 'shared/sdk', ...fs.readdirSync(root).filter((name) => name.startsWith('mfe-'))]

/** The names of everything that the sources of the site store in a browser. */
function keysInSources(): string[] {
  const files = parts.flatMap((part) =>
    fs
      .readdirSync(path.join(root, part, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => fs.readFileSync(path.join(root, part, 'src', file), 'utf8')),
  )
  const storing = files.filter((text) => /\b(?:local|session)Storage\b/.test(text))
  const named = /['"`](marram:[\w-]+|access_token|refresh_token|loggedIn|correctStatusDispatched)\b/g
  const keys = storing.flatMap((text) => [...text.matchAll(named)].map(([, key]) => key as string))
  const ofShell = SHELL_PREFIXES.map((prefix) => prefix.slice(0, -1))
  return [...new Set([...keys, ...ofShell])].filter((key) => key !== 'marram:ready')
}

test('the privacy page names everything that the site keeps in a browser', () => {
  const said = keptInBrowser.flatMap(({ keys }) => keys)
  const found = keysInSources()
  expect(found).toContain('access_token')
  expect(found.filter((key) => !said.includes(key))).toEqual([])
})
