import { Semaphore } from '@marram/server/semaphore'
import { type Check, checks } from '../check/check'
import { findPostgres } from '../machine/postgres'
import { UsageError } from '../workspace'
import { changedSince, importsShowAll, journeysFor } from './changed'
import { type Count, type Failure, type Ran, runKind, summary, total } from './test-summary'
import { browserTests, say, vitest } from './test-tools'
import { browserRows, type Row, vitestRows } from './verify-rows'

type Kind = { name: string; run: () => Promise<Count> }

/**
 * Kinds that run at the same time; the next one begins when one of them ends. One alone leaves cores idle: it waits for
 * processes, servers and browsers, prepares alone what its tests share, and ends with its longest file.
 */
const AT_ONCE = 2

const failures: (Failure & { kind: string })[] = []
const keepFailures = (kind: string, rows: Row[]) =>
  void failures.push(...rows.filter(({ status }) => status === 'failed').map((row) => ({ ...row, kind })))
const readVitest = (kind: string) => (report: Parameters<typeof vitestRows>[0]) =>
  keepFailures(kind, vitestRows(report))
const readBrowser = (report: Parameters<typeof browserRows>[0]) => keepFailures('browser', browserRows(report))

const unit = (args: string[] = []): Kind => ({
  name: 'unit',
  run: () => vitest('code', { args, retries: 1, read: readVitest('unit') }),
})

/** All that needs a database: the product API, the registry and what they share. */
const api = (args: string[] = []): Kind => ({
  name: 'API',
  run: () => {
    const postgres = findPostgres(say)
    const environment = { ...(postgres && { POSTGRES_BIN: postgres }) }
    return vitest('database', { args, environment, retries: 1, read: readVitest('API') })
  },
})

const staticKind = ({ name, run }: Check): Kind => ({
  name,
  run: async () => {
    const { ok, output, notDone } = await run()
    if (notDone) say(`not done: ${notDone}`)
    else if (!ok) process.stdout.write(`${output.trim()}\n`)
    return { passed: ok && !notDone ? 1 : 0, failed: ok ? 0 : 1, skipped: notDone ? 1 : 0 }
  },
})

/**
 * What `npm test -- NAME` runs, in the order of `npm test`: what waits most begins first, and what only computes, in the
 * smallest pieces, is left to fill both cores up to the end.
 */
const kinds: Record<string, Kind[]> = {
  static: checks.map(staticKind),
  api: [api()],
  browser: [{ name: 'browser', run: () => browserTests({ read: readBrowser }) }],
  unit: [unit()],
}

/** `npm test [-- KIND …]`: everything, or the kinds that are named. `npm test -- changed [COMMIT]`: what a change can touch. */
export async function test([first, ...more]: string[]): Promise<void> {
  const wanted = first === 'changed' ? forChange(more) : chosen(first === undefined ? [] : [first, ...more])
  const ran: Ran[] = []
  const places = new Semaphore({ atOnce: AT_ONCE })
  await Promise.all(wanted.map(({ name, run }) => places.run(async () => void ran.push(await runKind(name, run)))))
  // Such as a check, or an error outside of all tests.
  const unnamed = ran.filter(({ name, count }) => count.failed > failures.filter(({ kind }) => kind === name).length)
  const others = unnamed.map(({ name }) => ({ what: name, note: 'What failed is printed above.' }))
  process.stdout.write(`\n${summary(ran, [...failures, ...others])}`)
  const { passed, failed } = total(ran)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}

function chosen(names: string[]): Kind[] {
  const unknown = names.find((name) => !Object.hasOwn(kinds, name))
  if (unknown)
    throw new UsageError(
      `There is no kind of test "${unknown}". There are: ${Object.keys(kinds).join(', ')}, and changed [COMMIT]`,
    )
  return Object.entries(kinds).flatMap(([name, list]) => (names.length === 0 || names.includes(name) ? list : []))
}

/** What is not committed counts as changed; with a commit, what was committed since as well. */
function forChange([commit = 'HEAD', ...more]: string[]): Kind[] {
  if (more.length > 0) throw new UsageError('npm test -- changed takes one commit')
  const files = changedSince(commit)
  const args = importsShowAll(files) ? [`--changed=${commit}`, '--passWithNoTests'] : []
  const specs = journeysFor(files)
  const browser: Kind = {
    name: 'browser',
    run: () => browserTests({ specs: specs === 'all' ? [] : specs, read: readBrowser }),
  }
  return [...(kinds.static ?? []), api(args), ...(specs.length > 0 ? [browser] : []), unit(args)]
}
