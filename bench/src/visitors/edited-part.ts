import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from '../root'

const BUILT_WITHIN_MS = 300_000
const MADE = ['node_modules', 'dist', 'dist-development', '.cache']

type Edit = { file: string; from: string; to: string }

/**
 * Builds a part with an edit, from a copy of its sources in `folder`, and returns what to publish. Versions that are
 * compared need the same `folder`: ids of modules follow from their paths.
 */
export function buildEdited(part: string, version: string, folder: string, edit?: Edit): string {
  const source = path.join(root, part)
  const copy = path.join(folder, part)
  fs.rmSync(copy, { recursive: true, force: true })
  fs.cpSync(source, copy, { recursive: true, filter: (file) => !MADE.includes(path.relative(source, file)) })
  fs.symlinkSync(path.join(source, 'node_modules'), path.join(copy, 'node_modules'), 'junction')
  if (edit) {
    const file = path.join(copy, edit.file)
    const text = fs.readFileSync(file, 'utf8')
    if (!text.includes(edit.from)) throw new Error(`${part}/${edit.file} does not contain ${edit.from}`)
    fs.writeFileSync(file, text.replace(edit.from, edit.to))
  }
  const rsbuild = path.join(source, 'node_modules/@rsbuild/core/bin/rsbuild.js')
  const { status, error, stdout, stderr } = spawnSync(process.execPath, [rsbuild, 'build', '--log-level', 'warn'], {
    cwd: copy,
    env: { ...process.env, MARRAM_VERSION: version, NODE_ENV: 'production' },
    encoding: 'utf8',
    timeout: BUILT_WITHIN_MS,
  })
  if (status !== 0) throw new Error(`${part} could not be built: ${error?.message ?? ''}\n${stdout}${stderr}`)
  return path.join(copy, 'dist')
}
