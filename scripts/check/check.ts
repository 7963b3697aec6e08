import fs from 'node:fs'
import { root } from '../workspace'
import { auditDependencies } from './audit'
import { checkFolderSizes } from './folder-sizes'
import { checkHostContract } from './host-contract'
import { checkImports } from './import-rules'
import { type Checked, runTool } from './run-tool'

/** What the compiler has seen: the next run looks at what has changed since. */
const TYPES_SEEN = 'node_modules/.cache/types.tsbuildinfo'

export type Check = { name: string; run: () => Promise<Checked> }

/** Files, exports and dependencies that nothing uses, and imports that lead nowhere. */
export const checkUnused = (folder?: string): Promise<Checked> =>
  runTool('knip/bin/knip.js', ['--no-progress', '--no-config-hints', '--reporter=compact'], folder)

const tsc = (...args: string[]) => runTool('typescript/bin/tsc', args)

/** Of everything together, then of each section as its team has it in a repository of its own: without Node's types. */
async function checkTypes(): Promise<Checked> {
  const whole = await tsc('-p', '.', '--incremental', '--tsBuildInfoFile', TYPES_SEEN)
  if (!whole.ok) return whole
  for (const section of fs.readdirSync(root).filter((name) => name.startsWith('mfe-'))) {
    const own = await tsc('-p', section)
    if (!own.ok) return own
  }
  return whole
}

/** Everything about the sources that can be known without running them. */
export const checks: Check[] = [
  {
    name: 'format and lint',
    run: () =>
      runTool('@biomejs/biome/bin/biome', ['ci', '--colors=off', '--error-on-warnings', '--max-diagnostics=50', '.']),
  },
  { name: 'import rules', run: () => checkImports() },
  { name: 'unused code', run: () => checkUnused() },
  { name: 'folder sizes', run: async () => checkFolderSizes() },
  {
    name: 'types',
    run: checkTypes,
  },
  { name: 'host contract', run: async () => checkHostContract() },
  { name: 'dependency audit', run: async () => auditDependencies() },
]

/** `npm run check`: all checks at once; each is reported when it has ended. */
export async function check(): Promise<void> {
  await Promise.all(
    checks.map(async ({ name, run }) => {
      const { ok, output, notDone } = await run()
      const outcome = ok ? 'passed' : 'FAILED'
      process.stdout.write(notDone ? `NOT DONE  ${name}: ${notDone}\n` : `${outcome}  ${name}\n`)
      if (ok) return
      process.stdout.write(`${output.trim()}\n`)
      process.exitCode = 1
    }),
  )
}
