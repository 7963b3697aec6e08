import { type Check, checks } from '../check/check'
import { findPostgres } from '../machine/postgres'
import type { Count } from './test-summary'
import { browserTests, say, vitest } from './test-tools'

export type Kind = { name: string; run: () => Promise<Count> }

/** What `npm test -- NAME` runs, in the order of `npm test`. */
export const kinds: Record<string, Kind[]> = {
  static: checks.map(({ name, run }) => ({ name, run: async () => staticCount(run()) })),
  unit: [{ name: 'unit', run: () => vitest('code', { retries: 1 }) }],
  // All that needs a database: the product API, the registry and what they share.
  api: [
    {
      name: 'API',
      run: () => {
        const postgres = findPostgres(say)
        return vitest('database', { environment: { ...(postgres && { POSTGRES_BIN: postgres }) }, retries: 1 })
      },
    },
  ],
  browser: [{ name: 'browser', run: () => browserTests() }],
}

function staticCount({ ok, output, notDone }: ReturnType<Check['run']>): Count {
  if (notDone) {
    say(`not done: ${notDone}`)
    return { passed: 0, failed: 0, skipped: 1 }
  }
  if (output.trim() && !ok) process.stdout.write(`${output.trim()}\n`)
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }
}
