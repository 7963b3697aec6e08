import { RegistryError } from '@marram/release-contract/registry-client'
import { FolderProblem } from '../bundling/part'
import { SettingsProblem } from './access'
import { UsageError } from './usage-error'

type Output = {
  json: boolean
  /** The command that prints the help. */
  help: string
  stdout: Pick<NodeJS.WriteStream, 'write'>
  stderr: Pick<NodeJS.WriteStream, 'write'>
}

/**
 * Writes the failure, for people or as JSON. Returns the exit code: 2 for a conflicting change or an existing version,
 * else 1.
 */
export function reportFailure(error: unknown, { json, help, stdout, stderr }: Output): 1 | 2 {
  const { message, stack } = error as Error
  const usage = error instanceof UsageError
  const known = usage || [RegistryError, FolderProblem, SettingsProblem].some((kind) => error instanceof kind)
  const code = error instanceof RegistryError ? error.code : usage ? 'usage' : 'failed'
  const body = error instanceof RegistryError ? error.body : {}
  if (json) stdout.write(`${JSON.stringify({ ...body, code, message })}\n`)
  else stderr.write(`${known ? message : stack}${usage ? ` See ${help}.` : ''}\n`)
  return code === 'conflict' ? 2 : 1
}
