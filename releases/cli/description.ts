import { execFileSync } from 'node:child_process'
import { UsageError } from '@marram/build/usage-error'
import type { PreviewLink } from '@marram/release-contract/calls/previews'
import type { Difference, GateReport } from '@marram/release-contract/calls/releases'
import { changeOf, type Line } from '../src/gate/difference'

type Commit = { id: string; subject: string }

export type Described = {
  /** Undefined where nothing of the part is live. */
  difference: Difference | undefined
  gate: GateReport
  preview: PreviewLink
  /** Commits since what is live, newest first; undefined where they are not known. */
  commits: Commit[] | undefined
}

const titles = { sizes: 'Sizes', patterns: 'Addresses', modules: 'Shared modules', packages: 'Packages' } as const

/** A release beside what is live, as Markdown: for a comment on a change, or as notes of a release. */
export function descriptionOf({ difference, gate, preview, commits }: Described): string {
  const { environment, part, version } = difference ?? gate
  const checks = gate.checks.filter(({ outcome }) => outcome !== 'passed')
  const tables = Object.entries(titles).map(([kind, title]) => {
    const lines: Line<number | string>[] | undefined = difference?.[kind as keyof typeof titles]
    if (!difference || !lines || lines.length === 0) return undefined
    const rows = lines.map((line) => [line.name, shown(line.before), shown(line.after), changeOf(line, kilobytes)])
    return table([title, difference.live, version, 'Change'], rows)
  })
  return [
    `## ${plain(part)} ${version}${difference ? ` beside ${difference.live}, which is` : ', of which nothing is'} live in ${environment}`,
    `[Preview](${preview.url ?? preview.path}), until ${preview.expiresAt}.`,
    `**It ${gate.passed ? 'can' : 'cannot'} go live.**${checks.length === 0 ? ' All checks passed.' : ''}`,
    checks.length > 0 &&
      table(
        ['Check', 'Outcome', 'What'],
        checks.map(({ name, outcome, message }) => [name, outcome, message]),
      ),
    commits && listOf(commits),
    ...tables,
    difference && (difference.files.length === 1 ? '1 file differs.' : `${difference.files.length} files differ.`),
  ]
    .filter(Boolean)
    .join('\n\n')
}

type Notes = { part: string; earlier: string; version: string; commits: Commit[] }

/** What a version brings since an earlier one, as Markdown. */
export const notesOf = ({ part, earlier, version, commits }: Notes): string =>
  `## ${plain(part)} ${version}\n\n${commits.length === 0 ? `No commit since ${earlier}.` : `Since ${earlier}:\n\n${listOf(commits)}`}`

const listOf = (commits: Commit[]) => commits.map(({ id, subject }) => `- ${plain(subject)} (${id})`).join('\n')

const kilobytes = (size: number) => `${(size / 1000).toFixed(1)} KB`
const shown = (value: number | string | null) => (typeof value === 'number' ? kilobytes(value) : (value ?? '–'))

/** Text that Markdown shows as it is, in one line: what releases and commits say must not become links or pictures. */
const plain = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_{}[\]()<>#|!~@]/g, '\\$&')
    // Bare addresses are links too.
    .replace(/:\/\//g, ':\\/\\/')
    .replace(/\bwww\./gi, 'www\\.')

function table(headings: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map(plain).join(' | ')} |`
  return [line(headings), `|${' --- |'.repeat(headings.length)}`, ...rows.map(line)].join('\n')
}

/**
 * The commits of a folder that lead from one revision to another, newest first. Undefined where a release names no
 * commit. Throws `UsageError` where the folder's history does not have them.
 */
export function commitsBetween(
  folder: string,
  from: string | null | undefined,
  to: string | null | undefined,
): { id: string; subject: string }[] | undefined {
  const [first, last] = [commitOf(from), commitOf(to)]
  if (first === undefined || last === undefined) return undefined
  const range = `${first}..${last}`
  try {
    const args = ['log', '--no-merges', '--format=%h%x09%s', range, '--', '.']
    const log = execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    return log
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ id: line.slice(0, line.indexOf('\t')), subject: line.slice(line.indexOf('\t') + 1) }))
  } catch {
    throw new UsageError(`Git has no commits ${range} in ${folder}. Is it the part's folder, with its whole history?`)
  }
}

/** Without what a build adds for sources that differ from it. Whoever publishes can write anything there, such as an option of Git. */
const commitOf = (revision: string | null | undefined) => /^([0-9a-f]{7,64})(?:-dirty)?$/.exec(revision ?? '')?.[1]
