import fs from 'node:fs'
import path from 'node:path'
import { root } from './site'

const made = ['.git', 'node_modules', 'dist', 'dist-development', '.cache', 'data', 'test-results']

/** Copies the sources of the whole workspace, as a fresh checkout has them; with what was built from them where asked. */
export function copyWorkspace(to: string, { keep = [] }: { keep?: string[] } = {}): void {
  const left = new Set(made.filter((name) => !keep.includes(name)))
  fs.cpSync(root, to, { recursive: true, filter: (file) => !left.has(path.basename(file)) })
}
