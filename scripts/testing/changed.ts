import { execFileSync } from 'node:child_process'
import { root, UsageError } from '../workspace'

const RELEASES = ['swap', 'stopped', 'skew', 'preview', 'evidence-shell']
const CONSOLE = ['console', 'console-desk']
const COMMANDS = ['start']
const FAULTS = ['faults', 'server-faults', 'foreign-api', 'policy']
const LOOKS = ['looks', 'over-pictures', 'text-size']
const EVERY_PAGE = ['pages', 'hydration', 'accessibility', 'keyboard', 'bytes', 'found-and-shared', ...LOOKS]
const FORMS = ['registration', 'form-states', 'before-hydration', 'told-as-it-is']
const QUIZZES = ['quiz', 'quiz-foreign', 'told-as-it-is']
const ACCOUNTS = ['account', 'account-forms', 'sent']
const CONTENT = ['about-and-more', 'articles', 'home-and-media', 'search', 'carousel']
const EDGE = ['two-compositions', 'dictionaries', 'open-tab', 'next-click']

/** Which end-to-end tests a change of a file can touch, by how its path begins. The first line that fits counts. */
export const journeys: [RegExp, string[] | 'all'][] = [
  [
    /\.md$|\.test\.tsx?$|^(bench|docs|decisions|e2e\/(?:verify|drill)|scripts\/(check|testing))\/|^(biome|knip)\.json$/,
    [],
  ],
  [/^e2e\/(?!.*\.spec\.ts$)/, 'all'],
  [/^mfe-account\//, [...ACCOUNTS, ...EVERY_PAGE]],
  [/^mfe-content\//, [...CONTENT, ...EVERY_PAGE, 'foreign-api', 'next-click']],
  [/^mfe-events\//, ['events', ...FORMS, ...EVERY_PAGE, 'foreign-api']],
  [/^mfe-quiz\//, [...QUIZZES, ...EVERY_PAGE]],
  [/^releases\/console\//, CONSOLE],
  [/^(releases|shared\/files)\//, [...RELEASES, ...CONSOLE, ...COMMANDS]],
  [/^api\//, ['events', ...CONTENT, ...FORMS, ...QUIZZES, ...ACCOUNTS, ...EDGE, 'found-and-shared', ...COMMANDS]],
  [/^(edge|shared\/rendering)\//, [...EDGE, ...RELEASES, ...FAULTS, 'pages', 'found-and-shared', ...COMMANDS]],
  [/^scripts\//, COMMANDS],
]

/** The end-to-end tests for a list of changed files. What no line of the map knows touches all. */
export function journeysFor(files: string[]): string[] | 'all' {
  const found = new Set<string>()
  for (const file of files) {
    const own = /^e2e\/(?!(?:verify|drill)\/).*?([^/]+)\.spec\.ts$/.exec(file)?.[1]
    const touched = own ? [own] : (journeys.find(([path]) => path.test(file))?.[1] ?? 'all')
    if (touched === 'all') return 'all'
    for (const each of touched) found.add(each)
  }
  return [...found]
}

/** Imports connect tests with code only. The readers of content, migrations and settings are not known. */
export const importsShowAll = (files: string[]) => files.every((file) => /\.([cm]?[jt]sx?|css|md)$/.test(file))

/** Files that differ from a commit, and those that are not in any. */
export function changedSince(commit: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  try {
    const files = git('diff', '--name-only', '--end-of-options', commit) + git('ls-files', '-o', '--exclude-standard')
    return files.split('\n').filter(Boolean)
  } catch (error) {
    const reason = (error as { stderr?: string }).stderr?.trim().split('\n')[0]
    throw new UsageError(`What has changed since ${commit} cannot be known: ${reason || 'git is not here'}`)
  }
}
