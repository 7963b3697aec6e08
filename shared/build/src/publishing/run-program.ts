import { spawn } from 'node:child_process'

/**
 * Runs a Node program to its end; it does not outlive this process. Of our variables it gets those that `environment` does
 * not set to undefined. Returns its exit code and all its output.
 */
export async function runProgram(
  args: string[],
  { cwd, environment = {} }: { cwd: string; environment?: Record<string, string | undefined> },
): Promise<{ code: number; output: string }> {
  const endWithParent = new URL('./end-with-parent.mjs', import.meta.url).href
  const child = spawn(process.execPath, ['--import', endWithParent, ...args], {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
  const code = await new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? 1)))
  return { code, output: output.trim() }
}
