import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { JOURNEYS, RARE_CELLS } from '../../e2e/verify/rare/cells'
import { root } from '../workspace'
import { EXPECTED, EXPECTED_ON_SERVER } from './verify-cells'

// Rows are found by parts of their names: one row for two of these would hide that the other one is missing.
it('no expected cell is part of another one', () => {
  const names = [...EXPECTED, ...EXPECTED_ON_SERVER]
  expect(names.filter((name, at) => names.some((other, n) => n !== at && other.includes(name)))).toEqual([])
})

const e2e = path.join(root, 'e2e')
const sourceOf = (file: string) => fs.readFileSync(path.join(e2e, file), 'utf8')
const specsIn = (folder: string) =>
  fs
    .readdirSync(path.join(e2e, folder))
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => `${folder}/${name}`)
const isMarked = (file: string) => /\b(VERIFY|BOTH)\b/.test(sourceOf(file))

/** Titles of the tests in a file that only `npm run verify` runs; a placeholder in a title matches anything. */
function titlesIn(file: string): RegExp[] {
  const marked = file.startsWith('verify/') ? '' : '(?:VERIFY|BOTH)'
  const tests = sourceOf(file).matchAll(new RegExp(`\\btest\\(\\s*(['"\`])((?:(?!\\1).)+)\\1,\\s*${marked}`, 'g'))
  return [...tests].map(([, , title = '']) => {
    const words = title.split(/\$\{[^}]*\}/).map((part) => part.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
    return new RegExp(`^${words.join('.+')}$`)
  })
}

it('every slow and rare test is expected, and every expected one exists', () => {
  const verifiedAsFaults = ['faults/policy.spec.ts', 'journeys/accessibility.spec.ts']
  const files = [...specsIn('verify/rare'), ...[...specsIn('commands'), ...specsIn('faults')].filter(isMarked)]
  const onServer = 'verify/rare/start-postgres.spec.ts'
  expect(Object.keys(RARE_CELLS).sort()).toEqual(
    files.filter((file) => file !== onServer && !verifiedAsFaults.includes(file)).sort(),
  )
  for (const [file, cells] of [...Object.entries(RARE_CELLS), [onServer, EXPECTED_ON_SERVER] as const]) {
    const titles = titlesIn(file)
    const wanted = file === onServer ? cells.filter((cell) => cell.includes('DATABASE_URL')) : cells
    expect({ file, not: wanted.filter((cell) => !titles.some((title) => title.test(cell))) }).toEqual({ file, not: [] })
    expect({ file, not: titles.filter((title) => !wanted.some((cell) => title.test(cell))) }).toEqual({ file, not: [] })
  }
  expect(JOURNEYS).toEqual(
    specsIn('journeys')
      .filter((file) => isMarked(file) && !verifiedAsFaults.includes(file))
      .sort(),
  )
})
