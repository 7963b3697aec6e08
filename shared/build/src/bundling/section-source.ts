import fs from 'node:fs'
import path from 'node:path'
import { type SectionDocument, sectionDocument } from '@marram/release-contract/section'
import { rspack } from '@rsbuild/core'
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

/**
 * Which module each pattern of `src/section.ts` loads, as a path relative to the part's folder without extension.
 * Throws when its patterns are not exactly those of `section.json`.
 */
export async function pageModules(folder: string, section: SectionDocument): Promise<Record<string, string>> {
  const modules = await loadedModules(path.join(folder, 'src/section.ts'))
  const declared = section.paths.map((page) => page.pattern)
  const missing = declared.filter((pattern) => !(pattern in modules))
  const extra = Object.keys(modules).filter((pattern) => !declared.includes(pattern))
  if (missing.length + extra.length > 0) {
    const list = (words: string, patterns: string[]) =>
      patterns.length > 0 ? ` ${words}: ${patterns.join(', ')}.` : ''
    throw new Error(
      `${section.name}: src/section.ts and section.json differ.${list('Not in src/section.ts as `pattern: () => import(…)`', missing)}${list('Not in section.json', extra)}`,
    )
  }
  return modules
}

/**
 * Runs the module with a stand-in for all that it imports, and opens each of its pages. A page whose function does
 * something before it loads the module is opened by a stand-in that calls its first argument.
 */
async function loadedModules(file: string): Promise<Record<string, string>> {
  const { code } = await rspack.experiments.swc.transform(fs.readFileSync(file, 'utf8'), {
    jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    module: { type: 'commonjs', noInterop: true },
  })
  let opened: string | undefined
  const require = (specifier: string) => {
    opened = specifier
    const standIn = (load: unknown) => typeof load === 'function' && load()
    // What is awaited must be no promise.
    return new Proxy({}, { get: (_, name) => (name === 'then' ? undefined : standIn) })
  }
  const exports: { pages?: Record<string, unknown> } = {}
  new Function('exports', 'require', code)(exports, require)
  const modules: Record<string, string> = {}
  for (const [pattern, open] of Object.entries(exports.pages ?? {})) {
    opened = undefined
    if (typeof open === 'function') await open()
    if (opened) modules[pattern] = `./${path.posix.join('src', opened)}`
  }
  return modules
}
