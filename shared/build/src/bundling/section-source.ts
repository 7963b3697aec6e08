import fs from 'node:fs'
import path from 'node:path'
import { type SectionDeclaration, type SectionDocument, sectionDocument } from '@marram/release-contract/section'
import { rspack } from '@rsbuild/core'
import type * as z from 'zod/mini'
import { FolderProblem, partNameOf } from './part'

export type SectionSource = {
  document: SectionDocument
  /** The module that each pattern loads, as a path relative to the part's folder without extension. */
  modules: Record<string, string>
}

/** The declarations of a section's `src/section.ts`. Throws with place and reason if they are not valid. */
export async function readSection(folder: string): Promise<SectionSource> {
  const file = path.join(folder, 'src/section.ts')
  const fail = (reason: string) => new FolderProblem(`${path.basename(folder)}/src/section.ts: ${reason}`)
  const { section, modules } = await evaluate(file)
  const { settings = {}, ...declared } = section ?? {}
  const patterns = Object.keys(modules)
  const notLazy = patterns.filter((pattern) => modules[pattern] === '')
  if (notLazy.length > 0) throw fail(`write each page as \`pattern: () => import(…)\`: ${notLazy.join(', ')}`)
  const unknown = Object.keys(settings).filter((pattern) => !patterns.includes(pattern))
  if (unknown.length > 0) throw fail(`there are settings for pages that it does not have: ${unknown.join(', ')}`)
  const paths = patterns.map((pattern) => ({ pattern, ...settings[pattern] }))
  const parsed = sectionDocument.safeParse({ ...declared, name: partNameOf(folder), paths })
  if (!parsed.success) throw fail(parsed.error.issues.map((issue) => inWords(issue, patterns)).join('; '))
  return { document: parsed.data, modules }
}

/** The mistake and where it is, in the words of the file: its pages are `paths` of the document. */
function inWords({ message, path: where }: z.core.$ZodIssue, patterns: string[]): string {
  const [first, second, ...rest] = where.map(String)
  const place = first === 'paths' && second !== undefined ? [`the page ${patterns[Number(second)]}`, ...rest] : where
  return place.length > 0 ? `${message} (${place.join(', ')})` : message
}

/**
 * Runs the module with stubs for all its imports, and opens each of its pages. A page whose function does something before
 * it loads the module is opened by a stub that calls its first argument.
 */
async function evaluate(file: string) {
  const { code } = await rspack.experiments.swc.transform(fs.readFileSync(file, 'utf8'), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs', noInterop: true },
  })
  let opened: string | undefined
  const require = (specifier: string) => {
    opened = specifier
    const standIn = (load: unknown) => typeof load === 'function' && load()
    // An awaited value must not be a promise.
    return new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : standIn) })
  }
  const exports: { pages?: Record<string, unknown>; section?: Partial<SectionDeclaration<Record<string, unknown>>> } =
    {}
  new Function('exports', 'require', code)(exports, require)
  const modules: Record<string, string> = {}
  for (const [pattern, open] of Object.entries(exports.pages ?? {})) {
    opened = undefined
    if (typeof open === 'function') await open()
    modules[pattern] = opened ? `./${path.posix.join('src', opened)}` : ''
  }
  return { section: exports.section, modules }
}
