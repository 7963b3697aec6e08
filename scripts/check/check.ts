import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from '../workspace'
import { type Audit, auditDependencies } from './audit'
import { checkWorkspace } from './check-workspace'
import { hostContractProblem } from './host-contract'

/** `notDone` says why nothing could be checked. */
type Checked = { ok: boolean; output: string; notDone?: string }
export type Check = { name: string; run: () => Checked }

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

/** Known holes fail the check; a registry that does not answer cannot be the sources' fault. */
export function auditCheck(audit: Audit): Checked {
  if ('found' in audit) return { ok: audit.found.length === 0, output: audit.found.join('\n') }
  const why = audit.notAsked && `: ${audit.notAsked}`
  return { ok: true, output: '', notDone: `the package registry did not say which dependencies have known holes${why}` }
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
  {
    name: 'host contract',
    run: () => {
      const problem = hostContractProblem()
      return { ok: problem === undefined, output: problem ?? '' }
    },
  },
  { name: 'types', run: tool('typescript/bin/tsc', '-p', '.') },
  { name: 'dependency audit', run: () => auditCheck(auditDependencies()) },
]

/** `npm run check`: format, lint, import boundaries, types and known holes of dependencies. */
export async function check(): Promise<void> {
  let failed = 0
  for (const { name, run } of checks) {
    const { ok, output, notDone } = run()
    const outcome = ok ? 'passed' : 'FAILED'
    process.stdout.write(notDone ? `NOT DONE  ${name}: ${notDone}\n` : `${outcome}  ${name}\n`)
    if (!ok) process.stdout.write(`${output.trim()}\n`)
    if (!ok) failed += 1
  }
  process.exitCode = failed > 0 ? 1 : 0
}
