import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ON_CODE, ON_DATABASES } from '../testing/verify'
import { root } from '../workspace'

const list = fs.readFileSync(path.join(root, 'docs/what-is-proved.md'), 'utf8')
const tests = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.test.ts', '*.test.tsx', '*.spec.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
const verified = [...ON_CODE, ...ON_DATABASES]
const names = new Set(tests.map((file) => path.basename(file)))

describe('the list of what is proved', () => {
  it('names tests that exist', () => {
    const named = list.match(/[\w.-]+\.(?:test|spec)\.tsx?/g) ?? []
    expect(named.length).toBeGreaterThan(200)
    expect([...new Set(named)].filter((name) => !names.has(name) && name !== '*.spec.ts')).toEqual([])
  })

  it('names every end-to-end test, and every verified one', () => {
    expect(verified.filter((file) => !tests.includes(file))).toEqual([])
    const wanted = [...tests.filter((file) => file.endsWith('.spec.ts')), ...verified].map((file) =>
      path.basename(file),
    )
    expect(wanted.filter((name) => !list.includes(name))).toEqual([])
  })

  it('marks what `npm run verify` alone runs', () => {
    const partly = (file: string) =>
      file.endsWith('.spec.ts') && /\b(VERIFY|BOTH)\b|everything/.test(fs.readFileSync(path.join(root, file), 'utf8'))
    const whole = [...tests.filter((file) => file.startsWith('e2e/verify/')), ...verified]
    const marked = (files: string[], mark: string) => files.map((file) => `${path.basename(file)} **${mark}**`)
    const wanted = [
      ...marked(whole, 'verify'),
      ...marked(
        tests.filter((file) => !whole.includes(file) && partly(file)),
        'verify in part',
      ),
    ]
    expect(wanted.filter((words) => !list.includes(words))).toEqual([])
    const marks = list.match(/[\w-]+\.(?:spec|test)\.tsx? \*\*verify(?: in part)?\*\*/g) ?? []
    expect([...new Set(marks)].filter((words) => !wanted.includes(words))).toEqual([])
  })

  it('names every row of the benchmark', () => {
    const plain = (text: string) =>
      text
        .replace(/\([^)]*\)/g, '')
        .replace(/\s+/g, ' ')
        .replace(/ ,/g, ',')
        .trim()
    const cells = fs.readFileSync(path.join(root, 'bench/results.md'), 'utf8').matchAll(/^\| ([^|]+) \|/gm)
    const rows = [...cells].map(([, figure = '']) => plain(figure)).filter((row) => !/^(figure|---)/.test(row))
    expect(rows.length).toBeGreaterThan(50)
    const figures = rows.map((row) =>
      row
        .replace(/^(home|news article|sports listing|registration form|[\w ]+): (?=10,000|[a-zL])/, (match) =>
          match.startsWith('next click') ? match : '',
        )
        .replace(/, (worst of \d+|one run)$/, '')
        .replace(/^.* can be rendered, for 60 s: /, '')
        .replace(/^resolving .* (?=with)/, '')
        .replace(/, for rendering it.*$/, ''),
    )
    expect([...new Set(figures)].filter((figure) => !plain(list).includes(figure))).toEqual([])
  })
})
