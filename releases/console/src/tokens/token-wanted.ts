import { meansSomethingElse, partNamePattern } from '@marram/release-contract/part-name'
import type { Values } from '../changes/form'

const DAY_MS = 86_400_000

/** What is sent for a new token; a text instead says what is wrong with what was filled in. */
export function tokenWanted(values: Values, environments: string[], now = Date.now()): object | string {
  const { name = '', role, of = '', days, reason = '' } = values
  const part = of.trim()
  if (name.trim() === '') return 'Give it a name.'
  if (role === 'publisher' && (!partNamePattern.test(part) || meansSomethingElse(part)))
    return 'Name the part: lower-case letters, digits and dashes, with a letter first, such as mfe-events.'
  return {
    name: name.trim(),
    role,
    ...(role === 'publisher' && { part }),
    ...((role === 'manager' || role === 'edge') && { environment: of || environments[0] }),
    ...(days && { expiresAt: new Date(now + Number(days) * DAY_MS).toISOString() }),
    ...(reason.trim() && { reason: reason.trim() }),
  }
}
