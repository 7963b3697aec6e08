export type Count = { passed: number; failed: number; skipped: number }
/** A test by its titles, and the first line of its reason. */
export type Failure = { what: string; note: string }
export type Ran = { name: string; count: Count; ms: number }

/** Runs one kind of tests under its name. */
export async function runKind(name: string, run: () => Promise<Count>): Promise<Ran> {
  process.stdout.write(`\n${name}\n`)
  const startedAt = Date.now()
  return { name, count: await run(), ms: Date.now() - startedAt }
}

/** A line for each kind, then what failed, then the one line that scripts read: `N passed, N failed`. */
export function summary(kinds: Ran[], failures: Failure[] = []): string {
  const lines = kinds.map(({ name, count: { passed, failed, skipped }, ms }) => {
    const left = skipped > 0 ? `, ${skipped} skipped` : ''
    return `${name.padEnd(20)} ${passed} passed, ${failed} failed${left}, ${(ms / 1000).toFixed(1)} s`
  })
  const { passed, failed } = total(kinds)
  const named = failures.map(({ what, note }) => `failed: ${what}\n    ${note}\n`).join('')
  return `${lines.join('\n')}\n\n${named && `${named}\n`}${passed} passed, ${failed} failed\n`
}

export function total(kinds: Ran[]): Count {
  const sum = (of: keyof Count) => kinds.reduce((all, { count }) => all + count[of], 0)
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
}
