import fs from 'node:fs'
import path from 'node:path'
import { root } from './site'

const made = new Set(['.git', 'node_modules', 'dist', 'dist-development', '.cache', 'data', 'test-results'])

/** Copies the sources of the whole workspace, as a fresh checkout has them. */
export function copyWorkspace(to: string): void {
  fs.cpSync(root, to, { recursive: true, filter: (file) => !made.has(path.basename(file)) })
}
