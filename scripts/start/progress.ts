/** One line for each step: what happens, then what came of it and how long it took. */
export async function step<T>(title: string, work: () => Promise<{ result: T; said: string }>): Promise<T> {
  const startedAt = Date.now()
  const live = process.stdout.isTTY === true
  if (live) process.stdout.write(`  ${title} …`)
  try {
    const { result, said } = await work()
    const line = `  ${title}: ${said} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`
    process.stdout.write(live ? `\r\u001b[K${line}\n` : `${line}\n`)
    return result
  } catch (error) {
    if (live) process.stdout.write('\n')
    throw error
  }
}
