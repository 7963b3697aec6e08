import { SettingsProblem } from './access'
import { FolderProblem } from './built-folder'
import { RegistryError } from './registry-client'
import { UsageError } from './usage-error'

/**
 * Says what went wrong, for people or as JSON, and answers the exit code: 2 where somebody was faster or a version
 * exists already, else 1.
 */
export function tellFailure(error: unknown, { json, help }: { json: boolean; help: string }): 1 | 2 {
  const { message, stack } = error as Error
  const usage = error instanceof UsageError
  const known = usage || [RegistryError, FolderProblem, SettingsProblem].some((kind) => error instanceof kind)
  const code = error instanceof RegistryError ? error.code : usage ? 'usage' : 'failed'
  const body = error instanceof RegistryError ? error.body : {}
  if (json) process.stdout.write(`${JSON.stringify({ ...body, code, message })}\n`)
  else process.stderr.write(`${known ? message : stack}${usage ? ` See ${help}.` : ''}\n`)
  return code === 'conflict' ? 2 : 1
}
