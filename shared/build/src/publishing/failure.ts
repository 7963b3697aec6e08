import { SettingsProblem } from './access'
import { FolderProblem } from './folder-problem'
import { RegistryError } from './registry-client'
import { UsageError } from './usage-error'

type Told = {
  json: boolean
  /** The command that tells how it is used. */
  help: string
  stdout: Pick<NodeJS.WriteStream, 'write'>
  stderr: Pick<NodeJS.WriteStream, 'write'>
}

/**
 * Says what went wrong, for people or as JSON, and answers the exit code: 2 where somebody was faster or a version
 * exists already, else 1.
 */
export function tellFailure(error: unknown, { json, help, stdout, stderr }: Told): 1 | 2 {
  const { message, stack } = error as Error
  const usage = error instanceof UsageError
  const known = usage || [RegistryError, FolderProblem, SettingsProblem].some((kind) => error instanceof kind)
  const code = error instanceof RegistryError ? error.code : usage ? 'usage' : 'failed'
  const body = error instanceof RegistryError ? error.body : {}
  if (json) stdout.write(`${JSON.stringify({ ...body, code, message })}\n`)
  else stderr.write(`${known ? message : stack}${usage ? ` See ${help}.` : ''}\n`)
  return code === 'conflict' ? 2 : 1
}
