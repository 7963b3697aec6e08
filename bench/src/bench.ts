import fs from 'node:fs'
import path from 'node:path'
import { results } from './results'
import { isMet, type Row } from './row'
import { apiList } from './servers/api-list'
import { search } from './servers/search'

const RESULTS = path.join(import.meta.dirname, '../results.md')

/** Measures everything, prints it and writes `bench/results.md`. Ends with code 1 where a target is not met. */
export async function bench(programs: { nginx: string }): Promise<void> {
  const say = (words: string) => process.stderr.write(`  ${words}\n`)
  const rows: Row[] = []
  say('API list against nginx …')
  const list = await apiList(programs.nginx)
  rows.push(list.row)
  say('search …')
  rows.push(await search())
  const text = results(rows, { nginx: list.nginx })
  fs.writeFileSync(RESULTS, text)
  process.stdout.write(text)
  if (!rows.every(isMet)) process.exitCode = 1
}
