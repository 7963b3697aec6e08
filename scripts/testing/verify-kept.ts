import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Ran } from './test-summary'
import type { Row } from './verify-rows'

/** What one kind of tests found. */
export type Found = { rows: Row[]; ran: Ran }

/**
 * The commit that a checkout is of; undefined if anything but `written` differs from it: what was found of such sources
 * does not belong together with what was found of others.
 */
export function cleanCommit(folder: string, written: string): string | undefined {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
  try {
    const changed = git('status', '--porcelain', '--', '.', `:!${written}`)
    return changed === '' ? git('rev-parse', 'HEAD') : undefined
  } catch {
    // There is no checkout, as in a copy of the sources.
    return undefined
  }
}

const fileOf = (folder: string, commit: string, kind: string) =>
  path.join(folder, commit, `${kind.replaceAll(/\W+/g, '-')}.json`)

/** Only what was found of the newest commit stays: a kind of an earlier one says nothing about this one. */
export function keep(folder: string, { commit, kind, found }: { commit: string; kind: string; found: Found }): void {
  const others = fs.existsSync(folder) ? fs.readdirSync(folder).filter((each) => each !== commit) : []
  for (const each of others) fs.rmSync(path.join(folder, each), { recursive: true })
  fs.mkdirSync(path.join(folder, commit), { recursive: true })
  fs.writeFileSync(fileOf(folder, commit, kind), JSON.stringify(found))
}

/** What was found of a commit, kind by kind in this order; a kind that was not run is left out. */
export const keptOf = (folder: string, commit: string, kinds: string[]): Found[] =>
  kinds
    .map((kind) => fileOf(folder, commit, kind))
    .filter((file) => fs.existsSync(file))
    .map((file) => JSON.parse(fs.readFileSync(file, 'utf8')) as Found)
