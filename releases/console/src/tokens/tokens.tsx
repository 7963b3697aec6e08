import type { Tokens as TokensShown } from '@marram/release-contract/calls/tokens'
import type { Change } from '../changes/change'
import { ChangeButton } from '../changes/change-button'
import { useLive } from '../live'
import { Moment } from '../page/moment'
import { Page } from '../page/page'
import { Table } from '../page/table'
import { NewToken } from './new-token'

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
