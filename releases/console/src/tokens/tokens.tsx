import type { Tokens as TokensShown } from '@marram/release-contract/calls/tokens'
import type { Role } from '@marram/release-contract/permissions'
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
              ['May', ({ role, part, environment }) => [role, part ?? environment].filter(Boolean).join(' of ')],
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
  doing: 'Revoking',
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
  const [values, setValues] = useState<Values>({ name: '', role: 'viewer', of: '', days: '', reason: '' })
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
          fields={fieldsFor(values.role, parts, environments)}
          values={values}
          change={(name, value) => setValues({ ...values, ...(name === 'role' && { of: '' }), [name]: value })}
        />
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Making it …' : 'Make it'}
        </Button>
      </form>
      <Problem>{problem}</Problem>
      <div role="status">
        {created && (
          <p>
            The token of {created.name}, shown only once: <code>{created.token}</code>
          </p>
        )}
      </div>
    </section>
  )
}

const PART_HINT = 'One that is published already, or a new one.'
const isOfEnvironment = (role: string | undefined) => role === 'manager' || role === 'edge'

const fieldsFor = (role: string | undefined, parts: string[], environments: string[]): Field[] => [
  text('name', 'Name', 80, { hint: 'The activity shows it as the name of who did something.' }),
  choice('role', 'May', [
    ['viewer', 'look'],
    ['publisher', 'publish one part'],
    ['manager', 'change one environment'],
    ['edge', 'report how one environment fares, as an edge'],
    ['admin', 'everything'],
  ]),
  // Typed, as the first version of a part needs a token before the registry has the part.
  ...(role === 'publisher' ? [text('of', 'Part', 41, { suggestions: parts, hint: PART_HINT })] : []),
  ...(isOfEnvironment(role) ? [choice('of', 'Environment', environments)] : []),
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
  const { role, of = '', days } = values
  const [name = '', part = '', reason] = [values.name, of, values.reason].map((value) => value?.trim())
  if (name === '') return 'Give it a name.'
  if (role === 'publisher' && !partName.safeParse(part).success)
    return 'Name the part: lower-case letters, digits and dashes, with a letter first, such as mfe-events.'
  return {
    name,
    role: role as Role,
    ...(role === 'publisher' && { part }),
    ...(isOfEnvironment(role) && { environment: of || environments[0] }),
    ...(days && { expiresAt: new Date(now + Number(days) * DAY_MS).toISOString() }),
    ...(reason && { reason }),
  }
}
