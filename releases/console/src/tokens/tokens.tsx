import type { Tokens as TokensShown } from '@marram/release-contract/calls/tokens'
import { grantWords, limitWords, type Role, roles, roleTable } from '@marram/release-contract/permissions'
import { partName } from '@marram/release-contract/section'
import type { Change, ChangeForm } from '../changes/change'
import { ChangeButton } from '../changes/change-dialog'
import { choice, type Field, text, type Values } from '../forms/form'
import { Page } from '../page/page'
import { Table } from '../page/table'
import { Moment } from '../page/words'
import { type Input, useLive, useOnce } from '../registry'

type Token = TokensShown['tokens'][number]

/** Who may do what; for administrators. */
export function Tokens() {
  const parts = (useOnce('listParts', {}).data?.parts ?? []).map(({ part }) => part)
  const environments = (useOnce('listEnvironments', {}).data?.environments ?? []).map(({ environment }) => environment)
  return (
    <Page title="Tokens" live={useLive('listTokens', {})}>
      {({ tokens }) => (
        <>
          <ChangeButton label="New token" wanted={newToken(parts, environments)} />
          <Table
            label="All tokens"
            columns={[
              ['Name', ({ name }) => name],
              ['Role', (token) => [token.role, limitWords(token)].filter(Boolean).join(' of ')],
              ['Made', ({ createdAt }) => <Moment at={createdAt} />],
              ['Ends', endOf],
              ['End it', revokeButton],
            ]}
            rows={tokens}
            keyOf={({ name, createdAt }) => `${name} ${createdAt}`}
          />
        </>
      )}
    </Page>
  )
}

const endOf = ({ expiresAt, valid }: Token) =>
  expiresAt === null ? (
    'when revoked'
  ) : (
    <>
      {!valid && 'ended '}
      <Moment at={expiresAt} />
    </>
  )

const revokeButton = ({ name, valid }: Token) =>
  valid && <ChangeButton label={`Revoke ${name}`} wanted={revocation(name)} />

const revocation = (name: string): Change => ({
  call: 'revokeToken',
  input: { name },
  verb: 'Revoke',
  title: `Revoke the token ${name}`,
  effects: [
    "No visitor's page changes (0 %).",
    `Whoever holds ${name} is refused from the next call on, and logged out of this console.`,
  ],
  danger: true,
  done: `${name} has ended.`,
})

/** The token itself is shown only once, when it is made. */
const newToken = (parts: string[], environments: string[]): ChangeForm => ({
  call: 'createToken',
  fields: [
    text('name', 'Name', 80, { hint: 'The activity shows it as the name of who did something.' }),
    choice('role', 'Role', roles, { value: 'viewer' }),
    ...limitFields('needed', parts, environments),
    ...limitFields('allowed', parts, environments),
    choice('days', 'Ends', [
      ['', 'When revoked'],
      ['1', 'After a day'],
      ['30', 'After 30 days'],
      ['365', 'After a year'],
    ]),
  ],
  change: (values) => {
    const input = tokenWanted(values, environments)
    if (typeof input === 'string') return input
    const { part = null, environment = null } = input
    return {
      call: 'createToken',
      verb: 'Make it',
      title: `A token for ${input.name}`,
      effects: ["No visitor's page changes (0 %).", grantWords({ ...input, part, environment })],
      input,
      done: ({ name, token }) => `The token of ${name}, shown only once: ${token}`,
    }
  },
})

/** What a token of a role is limited to, where it needs that limit or may have it. */
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
