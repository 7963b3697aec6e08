import { parseArgs } from 'node:util'
import { UsageError } from '../workspace'
import { kinds } from './test-kinds'
import { type Ran, summary, total } from './test-summary'

/** `npm test [-- KIND …]`: everything, or the kinds that are named. */
export async function test(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const unknown = positionals.find((name) => !Object.hasOwn(kinds, name))
  if (unknown)
    throw new UsageError(`There is no kind of test "${unknown}". There are: ${Object.keys(kinds).join(', ')}`)
  const wanted = Object.keys(kinds).filter((name) => positionals.length === 0 || positionals.includes(name))
  const ran: Ran[] = []
  for (const { name, run } of wanted.flatMap((each) => kinds[each] ?? [])) {
    process.stdout.write(`\n${name}\n`)
    const startedAt = Date.now()
    const count = await run()
    ran.push({ name, count, ms: Date.now() - startedAt })
  }
  process.stdout.write(`\n${summary(ran)}`)
  const { passed, failed } = total(ran)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}
