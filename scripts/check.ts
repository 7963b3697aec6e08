import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { checkWorkspace } from './check-workspace'
import { root } from './workspace'

export type Check = { name: string; run: () => { ok: boolean; output: string } }

const tool =
  (file: string, ...args: string[]) =>
  () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, 'node_modules', file), ...args], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    })
    return { ok: status === 0, output: `${stdout}${stderr}` }
  }

/** Everything about the sources that can be known without running them. */
export const checks: Check[] = [
  {
    name: 'format and lint',
    run: tool('@biomejs/biome/bin/biome', 'ci', '--colors=off', '--error-on-warnings', '--max-diagnostics=50', '.'),
  },
  {
    name: 'import boundaries',
    run: () => {
      try {
        const { packages, files, imports } = checkWorkspace()
        return { ok: true, output: `${imports} imports in ${files} files of ${packages} packages` }
      } catch (error) {
        return { ok: false, output: (error as Error).message }
      }
    },
  },
  { name: 'types', run: tool('typescript/bin/tsc', '-p', '.') },
]

/** `npm run check`: format, lint, import boundaries and types. */
export async function check(): Promise<void> {
  let failed = 0
  for (const { name, run } of checks) {
    const { ok, output } = run()
    process.stdout.write(`${ok ? 'passed' : 'FAILED'}  ${name}\n`)
    if (!ok) process.stdout.write(`${output.trim()}\n`)
    if (!ok) failed += 1
  }
  process.exitCode = failed > 0 ? 1 : 0
}
