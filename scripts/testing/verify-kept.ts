import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Ran } from './test-summary'
import type { Row } from './verify-rows'

/** What one kind of tests found, and of which commit. */
export type Found = { rows: Row[]; ran: Ran; commit?: string | undefined }

/** What visitors, teams and release managers get none of. What serves the tests, such as their site, is not among it. */
const NOT_THE_SITE = /\.md$|\.(test|spec)\.tsx?$|^(bench|docs|decisions|scripts\/(check|testing))\//

/**
 * The commit that a checkout is of, and the digest of the site in it, which is the same for commits that differ in tests,
 * documents and measurements alone. Undefined if anything but `written` differs from the commit: what was found of such
 * sources does not belong together with what was found of others.
 */
export function cleanCommit(folder: string, written: string): { commit: string; site: string } | undefined {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
  try {
    if (git('status', '--porcelain', '--', '.', `:!${written}`) !== '') return undefined
    // `100644 blob DIGEST<tab>PATH`
    const files = git('-c', 'core.quotePath=false', 'ls-tree', '-r', 'HEAD').split('\n')
    const ofSite = files.filter((line) => !NOT_THE_SITE.test(line.slice(line.indexOf('\t') + 1)))
    const site = createHash('sha256').update(ofSite.join('\n')).digest('hex').slice(0, 16)
    return { commit: git('rev-parse', '--short=10', 'HEAD'), site }
  } catch {
    // There is no checkout, as in a copy of the sources.
    return undefined
  }
}

const fileOf = (folder: string, site: string, kind: string) =>
  path.join(folder, site, `${kind.replaceAll(/\W+/g, '-')}.json`)

/** Only what was found of the newest site stays: a kind of an earlier one says nothing about this one. */
export function keep(folder: string, { site, kind, found }: { site: string; kind: string; found: Found }): void {
  const others = fs.existsSync(folder) ? fs.readdirSync(folder).filter((each) => each !== site) : []
  for (const each of others) fs.rmSync(path.join(folder, each), { recursive: true })
  fs.mkdirSync(path.join(folder, site), { recursive: true })
  fs.writeFileSync(fileOf(folder, site, kind), JSON.stringify(found))
}

/** What was found of a site, kind by kind in this order; a kind that was not run is left out. */
export const keptOf = (folder: string, site: string, kinds: string[]): Found[] =>
  kinds
    .map((kind) => fileOf(folder, site, kind))
    .filter((file) => fs.existsSync(file))
    .map((file) => JSON.parse(fs.readFileSync(file, 'utf8')) as Found)
