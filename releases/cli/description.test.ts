import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { commitsBetween, type Described, descriptionOf, notesOf } from './description'

const described: Described = {
  difference: {
    ...{ environment: 'production', part: 'mfe-events', version: '1.1.0', live: '1.0.0' },
    files: [{ name: 'events.js', before: 1000, after: 2000 }],
    sizes: [
      { name: 'For browsers', before: 150_000, after: 151_500 },
      { name: 'For servers', before: 90_000, after: 90_000 },
    ],
    patterns: [{ name: '/tides', before: null, after: 'for everybody' }],
    modules: [],
    packages: undefined,
  } as never,
  gate: {
    passed: false,
    checks: [
      { name: 'server', outcome: 'passed', message: 'It runs.', beside: null },
      {
        name: 'style',
        outcome: 'failed',
        message: 'h1 | header {} of ![x](http://a.example) is not its own',
        beside: null,
      },
    ],
  } as never,
  preview: {
    url: 'https://previews.example/releases/preview/x',
    path: '/x',
    expiresAt: '2026-05-02T12:00:00Z',
  } as never,
  commits: [{ id: '0123abc', subject: 'Show <b>tides</b>' }],
}

it('says in Markdown what a release changes, what the gate has against it, and where to look at it', () => {
  expect(descriptionOf(described)).toBe(`## mfe-events 1.1.0 beside 1.0.0, which is live in production

[Preview](https://previews.example/releases/preview/x), until 2026-05-02T12:00:00Z.

**It cannot go live.**

| Check | Outcome | What |
| --- | --- | --- |
| style | failed | h1 \\| header \\{\\} of \\!\\[x\\]\\(http:\\/\\/a.example\\) is not its own |

- Show \\<b\\>tides\\</b\\> (0123abc)

| Sizes | 1.0.0 | 1.1.0 | Change |
| --- | --- | --- | --- |
| For browsers | 150.0 KB | 151.5 KB | +1.5 KB |
| For servers | 90.0 KB | 90.0 KB | same size |

| Addresses | 1.0.0 | 1.1.0 | Change |
| --- | --- | --- | --- |
| /tides | – | for everybody | new |

1 file differs.`)
  const gate = { passed: true, checks: [] } as never
  expect(descriptionOf({ ...described, gate, commits: undefined })).toContain(
    '**It can go live.** All checks passed.\n\n| Sizes',
  )
})

it('lists the commits between two versions as notes', () => {
  const about = { part: 'mfe-events', earlier: '1.0.0', version: '1.1.0' }
  expect(notesOf({ ...about, commits: [{ id: '0123abc', subject: 'Show <b>tides</b>' }] })).toBe(
    '## mfe-events 1.1.0\n\nSince 1.0.0:\n\n- Show \\<b\\>tides\\</b\\> (0123abc)',
  )
  expect(notesOf({ ...about, commits: [] })).toContain('No commit since 1.0.0.')
})

it('finds the commits of a folder between two releases', () => {
  const root = mkdtempSync(join(tmpdir(), 'marram-commits-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ana', '-c', 'user.email=ana@x.org', ...args], {
      cwd: root,
      encoding: 'utf8',
    }).trim()
  const commit = (file: string, subject: string) => {
    writeFileSync(join(root, file), subject)
    git('add', '.')
    git('commit', '-qm', subject)
    return git('rev-parse', 'HEAD')
  }
  git('init', '-q')
  mkdirSync(join(root, 'events'))
  const folder = join(root, 'events')
  const first = commit('events/a.ts', 'Begin')
  commit('other.ts', 'Change something else')
  commit('events/a.ts', 'Show tides\twith a tab')
  const last = commit('events/b.ts', 'Show the moon')
  expect(commitsBetween(folder, first, `${last}-dirty`)?.map(({ subject }) => subject)).toEqual([
    'Show the moon',
    'Show tides\twith a tab',
  ])
  expect(commitsBetween(folder, null, last)).toBeUndefined()
  expect(() => commitsBetween(folder, first, 'f'.repeat(40))).toThrow('with its whole history')
  // What a release says of its commit is an argument of Git, which has options that write files.
  const written = join(root, 'written')
  expect(commitsBetween(folder, `--output=${written}`, last)).toBeUndefined()
  expect(commitsBetween(folder, first, `${last} --output=${written}`)).toBeUndefined()
  expect(existsSync(written) || existsSync(`${written}..${last}`)).toBe(false)
  rmSync(root, { recursive: true })
})
