import fs from 'node:fs'
import path from 'node:path'
import { root } from '../workspace'
import type { Checked } from './run-tool'

/** Files of code that may stand directly in one folder. Tests stand beside the code and do not count. */
export const MOST_FILES = 20

/** Folders that are larger still. Empty this list. */
export const LARGE_FOLDERS = ['bench/src']

const SKIPPED = new Set(['node_modules', 'dist', 'dist-development', '.cache', '.git', 'data', 'test-results'])
const isCode = (name: string) => /\.[cm]?[jt]sx?$/.test(name) && !/\.(test|spec|gen|d)\.[jt]sx?$/.test(name)

/** A folder with many files is split by subject, so that each can be found by its folder's name. */
export function checkFolderSizes(folder = root, exceptions = LARGE_FOLDERS): Checked {
  const large = sizesBelow(folder)
    .filter(([, files]) => files > MOST_FILES)
    .map(([each, files]): [string, number] => [path.relative(folder, each), files])
  const complaints = [
    ...large
      .filter(([name]) => !exceptions.includes(name))
      .map(([name, files]) => `${name}: ${files} files of code stand directly in it; at most ${MOST_FILES} may`),
    ...exceptions
      .filter((name) => !large.some(([each]) => each === name))
      .map((name) => `${name}: is no longer large; take it off the list in folder-sizes.ts`),
  ]
  return { ok: complaints.length === 0, output: complaints.join('\n') }
}

function sizesBelow(folder: string): [string, number][] {
  const entries = fs.readdirSync(folder, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory() && !SKIPPED.has(entry.name))
  const files = entries.filter((entry) => entry.isFile() && isCode(entry.name)).length
  return [[folder, files], ...folders.flatMap(({ name }) => sizesBelow(path.join(folder, name)))]
}
