import type { Tokens as TokensShown } from '@marram/release-contract/calls/tokens'
import { grantWords, limitWords, type Role, roles, roleTable } from '@marram/release-contract/permissions'
import { partName } from '@marram/release-contract/section'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import type { Change } from '../changes/change'
import { ChangeButton } from '../changes/change-dialog'
import { Fields } from '../forms/fields'
import { choice, type Field, reasonField, text, type Values } from '../forms/form'
import { Problem, useSending } from '../forms/sending'
import { Button, Page } from '../page/page'
import { Table } from '../page/table'
import { Moment } from '../page/words'
import { type Input, type ResponseTo, send, useLive, useOnce } from '../registry'

type Token = TokensShown['tokens'][number]

/** Who may do what; for administrators. */
export function Tokens() {
  return (
    <Page title="Tokens" live={useLive('listTokens', {})}>
      {({ tokens }) => (
        <>
          <NewToken />
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

/** The form for a new token, and the new token, which is shown only once. */
function NewToken() {
  const { mutate } = useSWRConfig()
  const parts = (useOnce('listParts', {}).data?.parts ?? []).map(({ part }) => part)
  const environments = (useOnce('listEnvironments', {}).data?.environments ?? []).map(({ environment }) => environment)
  const [values, setValues] = useState<Values>({ name: '', role: 'viewer', ...NO_LIMITS, days: '', reason: '' })
  const [created, setCreated] = useState<ResponseTo<'createToken'>>()
  const { busy, problem, submit } = useSending()
  const create = () => {
    const wanted = tokenWanted(values, environments)
    if (typeof wanted === 'string') return wanted
    setCreated(undefined)
    return send('createToken', wanted).then((token) => {
      setCreated(token)
      void mutate(['listTokens', {}])
    })
  }
  return (
    <section aria-labelledby="new-token">
      <h2 id="new-token">New token</h2>
      <form onSubmit={submit(create)} noValidate className="filters">
        <Fields
          fields={fieldsFor(values.role as Role, parts, environments)}
          values={values}
          change={(name, value) => setValues({ ...values, ...(name === 'role' && NO_LIMITS), [name]: value })}
        />
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Making it …' : 'Make it'}
        </Button>
      </form>
      <Problem>{problem}</Problem>
      <div role="status">
        {created && (
          <p>
            The token of {created.name}, shown only once: <code>{created.token}</code> {grantWords(created)}
          </p>
        )}
      </div>
    </section>
  )
}

const NO_LIMITS = { part: '', environment: '' }
const PART_HINT = 'One that is published already, or a new one.'
const limitField = (rule: 'needed' | 'allowed' | undefined, field: (optional: boolean) => Field): Field[] =>
  rule === undefined ? [] : [field(rule === 'allowed')]

const fieldsFor = (role: Role, parts: string[], environments: string[]): Field[] => [
  text('name', 'Name', 80, { hint: 'The activity shows it as the name of who did something.' }),
  choice('role', 'Role', roles, { hint: `May ${roleTable[role].may}.` }),
  // Typed, as the first version of a part needs a token before the registry has the part.
  ...limitField(roleTable[role].part, (optional) =>
    text('part', optional ? 'Part (optional)' : 'Part', 41, { suggestions: parts, hint: PART_HINT }),
  ),
  ...limitField(roleTable[role].environment, (optional) =>
    choice('environment', 'Environment', optional ? [['', 'Every one'], ...environments] : environments),
  ),
  choice('days', 'Ends', [
    ['', 'When revoked'],
    ['1', 'After a day'],
    ['30', 'After 30 days'],
    ['365', 'After a year'],
  ]),
  reasonField(false),
]

const DAY_MS = 86_400_000

/** What is sent for a new token; a text instead says what is wrong with the values. */
export function tokenWanted(values: Values, environments: string[], now = Date.now()): Input<'createToken'> | string {
  const { days } = values
  const role = values.role as Role
  const { part: ofPart, environment: ofEnvironment } = roleTable[role]
  const [name = '', part = '', reason] = [values.name, values.part, values.reason].map((value) => value?.trim())
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
    ...(reason && { reason }),
  }
}
