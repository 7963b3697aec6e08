import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'

const contents = z.object({ url: z.url(), token: z.string() })
/** The address of a running API, and its secret. */
export type OperatorFile = z.output<typeof contents>

export const newOperatorToken = () => randomBytes(32).toString('base64url')

/** Only this user can read it. With several APIs on one data folder, the command line uses the one that started last. */
export function writeOperatorFile(file: string, value: OperatorFile): void {
  // Where database and bucket are elsewhere, nothing else is written beside it.
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const aside = `${file}.${process.pid}.part`
  writeFileSync(aside, `${JSON.stringify(value)}\n`, { mode: 0o600 })
  renameSync(aside, file)
}

export function readOperatorFile(file: string): OperatorFile | undefined {
  try {
    return contents.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
