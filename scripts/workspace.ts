import fs from 'node:fs'
import path from 'node:path'

/** The folder that holds the workspace. */
export const root = path.resolve(import.meta.dirname, '..')

/** The folders of sections. */
export const sectionFolders = (folder = root): string[] =>
  fs
    .readdirSync(folder)
    .filter((name) => name.startsWith('mfe-') && fs.existsSync(path.join(folder, name, 'src/section.ts')))
    .sort()

/** The parts of the site, by their folders: the shell, then every section. */
export const parts = (): string[] => ['shell', ...sectionFolders()]

/** A mistake of the user: reported as a message, without a stack. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
