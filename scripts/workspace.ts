import fs from 'node:fs'
import path from 'node:path'

/** The folder that holds the workspace. */
export const root = path.resolve(import.meta.dirname, '..')

/** The parts of the site, by their folders: the shell, then every section. */
export function parts(): string[] {
  const sections = fs
    .readdirSync(root)
    .filter((name) => name.startsWith('mfe-') && fs.existsSync(path.join(root, name, 'section.json')))
    .sort()
  return ['shell', ...sections]
}

/** A mistake of the person at the keyboard: told in words, without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
