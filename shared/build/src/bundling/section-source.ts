import fs from 'node:fs'
import path from 'node:path'
import { type SectionDocument, sectionDocument } from '@marram/release-contract/section'
import * as z from 'zod/mini'
import { readJson } from './part'

/** Reads `section.json`; throws with the place and the reason when it is not valid. */
export function readSection(folder: string): SectionDocument {
  const parsed = sectionDocument.safeParse(readJson(path.join(folder, 'section.json')))
  if (parsed.success) {
    const packageName = readJson<{ name: string }>(path.join(folder, 'package.json')).name.split('/').pop()
    if (packageName === parsed.data.name) return parsed.data
    throw new Error(
      `${path.basename(folder)}: section.json is named ${parsed.data.name}, package.json ${packageName}; they must agree`,
    )
  }
  throw new Error(`${path.basename(folder)}/section.json: ${z.prettifyError(parsed.error)}`)
}

/** A pattern with its import, which a function may be given that does something before it. */
const PAGE = /(['"])(\/[^'"]*)\1:\s*\(\)\s*=>\s*(?:\w+\(\s*\(\)\s*=>\s*)?import\(\s*(['"])\.\/([^'"]+)\3\s*\)/g

/**
 * Which module each pattern of `src/section.ts` loads, as a path relative to the part's folder without extension.
 * Throws when its patterns are not exactly those of `section.json`.
 */
export function pageModules(folder: string, section: SectionDocument): Record<string, string> {
  const text = fs.readFileSync(path.join(folder, 'src/section.ts'), 'utf8')
  const found = [...text.matchAll(PAGE)]
  const modules = Object.fromEntries(found.map(([, , pattern, , module]) => [pattern as string, `./src/${module}`]))
  const declared = section.paths.map((page) => page.pattern)
  const missing = declared.filter((pattern) => !(pattern in modules))
  const extra = Object.keys(modules).filter((pattern) => !declared.includes(pattern))
  if (missing.length + extra.length > 0) {
    const say = (words: string, list: string[]) => (list.length > 0 ? ` ${words}: ${list.join(', ')}.` : '')
    throw new Error(
      `${section.name}: src/section.ts and section.json differ.${say('Not in src/section.ts as `pattern: () => import(…)`', missing)}${say('Not in section.json', extra)}`,
    )
  }
  return modules
}
