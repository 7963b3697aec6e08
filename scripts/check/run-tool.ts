import path from 'node:path'
import { runProgram } from '@marram/build/run-program'
import { root } from '../workspace'

/** `notDone`: why nothing could be checked. */
export type Checked = { ok: boolean; output: string; notDone?: string }

/** Runs a program of `node_modules` in a folder. */
export async function runTool(file: string, args: string[], folder = root): Promise<Checked> {
  const { code, output } = await runProgram([path.join(root, 'node_modules', file), ...args], { cwd: folder })
  return { ok: code === 0, output }
}
