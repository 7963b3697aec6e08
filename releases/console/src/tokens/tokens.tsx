import type { Tokens as TokensShown } from '@marram/release-contract/calls/tokens'
import { meansSomethingElse, partNamePattern } from '@marram/release-contract/part-name'
import type { Role } from '@marram/release-contract/permissions'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import type { Change } from '../changes/change'
import { ChangeButton } from '../changes/change-button'
import { FieldRow } from '../forms/field-row'
import type { Field, Option, Values } from '../forms/form'
import { Problem, useSending } from '../forms/sending'
import { useLive, useOnce } from '../live'
import { Button } from '../page/button'
import { Moment } from '../page/moment'
import { Page } from '../page/page'
import { Table } from '../page/table'
import { type Input, type ResponseTo, send } from '../registry'

type Token = TokensShown['tokens'][number]

/** Who may do what; for administrators. */
export function Tokens() {
  return (
    <Page title="Tokens" live={useLive('listTokens', {})}>
      {({ tokens: all }) => (
        <>
          <NewToken />
          <Table
            label="All tokens"
            columns={['Name', 'May', 'Made', 'Ends', 'End it']}
            rows={all.map((token) => ({
              key: `${token.name} ${token.createdAt}`,
              head: token.name,
              cells: [
                [token.role, token.part ?? token.environment].filter(Boolean).join(' of '),
                <Moment key="made" at={token.createdAt} />,
                <Ends key="ends" token={token} />,
                token.valid && (
                  <ChangeButton
                    key="revoke"
                    label={`Revoke ${token.name}`}
                    may={{ action: 'token' }}
                    wanted={() => revocation(token)}
                  />
                ),
              ],
            }))}
          />
        </>
      )}
    </Page>
  )
}

const Ends = ({ token: { expiresAt, valid } }: { token: Token }) =>
  expiresAt === null ? (
    'when revoked'
  ) : (
    <>
      {!valid && 'ended '}
      <Moment at={expiresAt} />
    </>
  )

const revocation = ({ name }: Token): Change => ({
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

const NOTHING: Values = { name: '', role: 'viewer', of: '', days: '', reason: '' }

/** A new token, which is shown this once. */
function NewToken() {
  const { mutate } = useSWRConfig()
  const known = (useOnce('listParts', {}).data?.parts ?? []).map(({ part }) => part)
  const places = (useOnce('listEnvironments', {}).data?.environments ?? []).map(({ environment }) => environment)
  const [values, setValues] = useState(NOTHING)
  const [made, setMade] = useState<ResponseTo<'createToken'>>()
  const { busy, problem, submit } = useSending()
  const make = () => {
    const wanted = tokenWanted(values, places)
    if (typeof wanted === 'string') return wanted
    setMade(undefined)
    return send('createToken', wanted).then((token) => {
      setMade(token)
      void mutate(['listTokens', {}])
    })
  }
  return (
    <section aria-labelledby="new-token">
      <h2 id="new-token">New token</h2>
      <form onSubmit={submit(make)} noValidate className="filters">
        {tokenFields(values, { parts: known, environments: places }).map((field) => (
          <FieldRow
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            change={(value) => setValues({ ...values, ...(field.name === 'role' && { of: '' }), [field.name]: value })}
          />
        ))}
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Making it …' : 'Make it'}
        </Button>
      </form>
      <Problem>{problem}</Problem>
      <div role="status">
        {made && (
          <p className="made">
            The token of {made.name}, shown this once: <code>{made.token}</code>
          </p>
        )}
      </div>
    </section>
  )
}

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
const tokenFields = ({ role }: Values, known: { parts: string[]; environments: string[] }): Field[] => [
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
