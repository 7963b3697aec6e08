import { meansSomethingElse, partNamePattern } from '@marram/release-contract/part-name'
import type { Role } from '@marram/release-contract/permissions'
import type { Field, Option, Values } from '../forms/form'
import type { Input } from '../registry'

const DAY_MS = 86_400_000

/** What is sent for a new token; a text instead says what is wrong with what was filled in. */
export function tokenWanted(values: Values, environments: string[], now = Date.now()): Input<'createToken'> | string {
  const { name = '', role, of = '', days, reason = '' } = values
  const part = of.trim()
  if (name.trim() === '') return 'Give it a name.'
  if (role === 'publisher' && (!partNamePattern.test(part) || meansSomethingElse(part)))
    return 'Name the part: lower-case letters, digits and dashes, with a letter first, such as mfe-events.'
  return {
    name: name.trim(),
    role: role as Role,
    ...(role === 'publisher' && { part }),
    ...((role === 'manager' || role === 'edge') && { environment: of || environments[0] }),
    ...(days && { expiresAt: new Date(now + Number(days) * DAY_MS).toISOString() }),
    ...(reason.trim() && { reason: reason.trim() }),
  }
}

const choice = (name: string, label: string, options: readonly Option[]): Field => ({
  kind: 'choice',
  name,
  label,
  options,
})

/** What a new token is made from, as far as its role asks for it. */
export const tokenFields = ({ role }: Values, known: { parts: string[]; environments: string[] }): Field[] => [
  { kind: 'text', name: 'name', label: 'Name', max: 80, hint: 'The activity knows people by it.' },
  choice('role', 'May', [
    ['viewer', 'look'],
    ['publisher', 'publish one part'],
    ['manager', 'change one environment'],
    ['edge', 'tell how one environment fares, as an edge'],
    ['admin', 'everything'],
  ]),
  ...(role === 'publisher' ? [partField(known.parts)] : []),
  ...(role === 'manager' || role === 'edge' ? [choice('of', 'Environment', known.environments)] : []),
  choice('days', 'Ends', [
    ['', 'When revoked'],
    ['1', 'After a day'],
    ['30', 'After 30 days'],
    ['365', 'After a year'],
  ]),
  { kind: 'text', name: 'reason', label: 'Reason (optional)', max: 500 },
]

/** Typed: whoever publishes the first version of a part needs a token before anything of it is known here. */
const partField = (parts: string[]): Field => ({
  kind: 'text',
  name: 'of',
  label: 'Part',
  max: 41,
  suggestions: parts,
  hint: 'One that is published already, or a new one.',
})
