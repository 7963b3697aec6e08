import type { Tokens as TokensShown } from '@marram/release-contract/calls/tokens'
import { grantWords, limitWords } from '@marram/release-contract/permissions'
import type { Change, ChangeForm } from '../changes/change'
import { ChangeButton } from '../changes/change-dialog'
import { choice, text } from '../forms/form'
import { Page } from '../page/page'
import { Table } from '../page/table'
import { Moment } from '../page/words'
import { useLive, useOnce } from '../registry'
import { grantFields, tokenWanted } from './grant'
import { Identities } from './identities'

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
            className="stacks"
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
          <Identities parts={parts} environments={environments} />
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
    ...grantFields(parts, environments),
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
