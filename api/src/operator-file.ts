import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

const contents = z.object({ url: z.url(), token: z.string() })
/** Where a running API listens and the secret that makes it obey. */
export type OperatorFile = z.output<typeof contents>

export const newOperatorToken = () => randomBytes(32).toString('base64url')

/** Only this user can read it. */
export function writeOperatorFile(file: string, value: OperatorFile): void {
  writeFileSync(`${file}.part`, `${JSON.stringify(value)}\n`, { mode: 0o600 })
  renameSync(`${file}.part`, file)
}

export function readOperatorFile(file: string): OperatorFile | undefined {
  try {
    return contents.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
