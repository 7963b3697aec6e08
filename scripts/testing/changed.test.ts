import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../workspace'
import { changedSince, importsShowAll, journeys, journeysFor } from './changed'

const specs = execFileSync('git', ['ls-files', 'e2e/**.spec.ts'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter((file) => !/^e2e\/(verify|drill)\//.test(file))
  .map((file) => path.basename(file, '.spec.ts'))

describe('the tests of a change', () => {
  it('are end-to-end tests that exist, and each can be reached', () => {
    const named = new Set(journeys.flatMap(([, names]) => (names === 'all' ? [] : names)))
    expect([...named].filter((name) => !specs.includes(name))).toEqual([])
    // The other one belongs to shell and SDK, which affect all.
    expect(specs.filter((name) => !named.has(name))).toEqual(['shell'])
  })

  it('are those of the section that changed, and of every page', () => {
    expect(journeysFor(['mfe-quiz/src/quiz/quiz.tsx'])).toEqual(expect.arrayContaining(['quiz', 'hydration']))
    expect(journeysFor(['mfe-quiz/src/quiz/quiz.tsx'])).not.toContain('registration')
  })

  it('are the changed end-to-end test itself, and none for words and unit tests', () => {
    expect(journeysFor(['e2e/journeys/search.spec.ts', 'README.md', 'edge/src/visitor.test.ts'])).toEqual(['search'])
    expect(journeysFor(['e2e/journeys/search.spec.ts'])).toEqual(['search'])
    expect(journeysFor(['e2e/drill/drill.spec.ts', 'e2e/verify/kills.spec.ts'])).toEqual([])
  })

  it('are all when shell, shared code or the installation has changed', () => {
    for (const file of [
      'shell/src/routes.tsx',
      'shared/sdk/src/router.ts',
      'pnpm-lock.yaml',
      'e2e/fixtures/site/site.ts',
    ])
      expect(journeysFor(['README.md', file])).toBe('all')
  })

  it('are all unit tests when imports do not show who reads a file', () => {
    expect(importsShowAll(['edge/src/visitor.ts', 'README.md'])).toBe(true)
    expect(importsShowAll(['edge/src/visitor.ts', 'api/migrations/0000.sql'])).toBe(false)
  })

  it('cannot be selected for an unknown commit', () => {
    expect(() => changedSince('no-such-commit')).toThrow(/What has changed since no-such-commit cannot be known/)
  })
})
