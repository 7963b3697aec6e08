import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** What responses are made by. */
const SOURCES = ['api/src', 'shared/api-contract/src', 'shared/html/src']

/** Tells two states of the API's program apart: eight hexadecimal digits, of its sources and of what is installed. */
export function codeDigest(): string {
  const hash = createHash('sha256')
  for (const folder of SOURCES)
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort())
      if (name.endsWith('.ts') && !name.endsWith('.test.ts'))
        hash.update(`\n${name}\n`).update(readFileSync(join(root, folder, name)))
  return hash
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .digest('hex')
    .slice(0, 8)
}
