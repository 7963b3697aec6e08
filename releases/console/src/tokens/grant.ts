import { type Role, roles, roleTable } from '@marram/release-contract/permissions'
import { partName } from '@marram/release-contract/section'
import { choice, type Field, text, type Values } from '../forms/form'
import type { Input } from '../registry'

/** The role, and what a token of it is limited to. */
export const grantFields = (parts: string[], environments: string[]): Field[] => [
  choice('role', 'Role', roles, { value: 'viewer' }),
  ...limitFields('needed', parts, environments),
  ...limitFields('allowed', parts, environments),
]

/** Where the role needs that limit or may have it. */
function limitFields(rule: 'needed' | 'allowed', parts: string[], environments: string[]): Field[] {
  const isOf =
    (limit: 'part' | 'environment') =>
    ({ role }: Values) =>
      roleTable[role as Role][limit] === rule
  const isOptional = rule === 'allowed'
  return [
    // Typed, as the first version of a part needs a token before the registry has the part.
    text('part', isOptional ? 'Part (optional)' : 'Part', 41, {
      suggestions: parts,
      hint: 'One that is published already, or a new one.',
      when: isOf('part'),
    }),
    choice('environment', 'Environment', isOptional ? [['', 'Every one'], ...environments] : environments, {
      when: isOf('environment'),
    }),
  ]
}

const DAY_MS = 86_400_000

/** What is sent for a new token, but the reason; a text instead says what is wrong with the values. */
export function tokenWanted(values: Values, environments: string[], now = Date.now()): Input<'createToken'> | string {
  const { days } = values
  const role = values.role as Role
  const { part: ofPart, environment: ofEnvironment } = roleTable[role]
  const [name = '', part = ''] = [values.name, values.part].map((value) => value?.trim())
  if (name === '') return 'Give it a name.'
  if (ofPart && (part || ofPart === 'needed') && !partName.safeParse(part).success)
    return 'Name the part: lower-case letters, digits and dashes, with a letter first, such as mfe-events.'
  const environment = values.environment || (ofEnvironment === 'needed' ? environments[0] : undefined)
  return {
    name,
    role,
    ...(ofPart && part && { part }),
    ...(ofEnvironment && environment && { environment }),
    ...(days && { expiresAt: new Date(now + Number(days) * DAY_MS).toISOString() }),
  }
}
