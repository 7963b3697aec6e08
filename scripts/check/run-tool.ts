import { spawn } from 'node:child_process'
import path from 'node:path'
import { root } from '../workspace'

/** `notDone` says why nothing could be checked. */
export type Checked = { ok: boolean; output: string; notDone?: string }

/** Runs a program of `node_modules` in a folder. */
export function runTool(file: string, args: string[], folder = root): Promise<Checked> {
  const child = spawn(process.execPath, [path.join(root, 'node_modules', file), ...args], { cwd: folder })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return new Promise((resolve) => child.on('close', (code) => resolve({ ok: code === 0, output })))
}
