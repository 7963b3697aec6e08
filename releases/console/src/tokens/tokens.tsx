import { tokens } from '@marram/release-contract/calls/tokens'
import type { z } from 'zod'
import { ChangeButton } from '../changes/change-button'
import { useLive } from '../live'
import { Moment } from '../page/moment'
import { Page } from '../page/page'
import { Table } from '../page/table'
import { NewToken } from './new-token'

type Token = z.infer<typeof tokens>['tokens'][number]

/** Who may do what; for administrators. */
export function Tokens() {
  return (
    <Page title="Tokens" live={useLive('/releases/tokens', tokens)}>
      {({ tokens: all }) => (
        <>
          <NewToken />
          <Table label="All tokens" columns={['Name', 'May', 'Made', 'Ends', 'End it']}>
            {all.map((each) => (
              <Row key={`${each.name} ${each.createdAt}`} token={each} />
            ))}
          </Table>
        </>
      )}
    </Page>
  )
}

function Row({ token: { name, role, part, environment, createdAt, expiresAt, valid } }: { token: Token }) {
  const limit = part ?? environment
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        {role}
        {limit && ` of ${limit}`}
      </td>
      <td>
        <Moment at={createdAt} />
      </td>
      <td>
        {expiresAt === null ? (
          'when revoked'
        ) : (
          <>
            {!valid && 'ended '}
            <Moment at={expiresAt} />
          </>
        )}
      </td>
      <td>
        {valid && (
          <ChangeButton
            label={`Revoke ${name}`}
            may={{ action: 'token' }}
            wanted={() => ({
              action: 'token',
              verb: 'Revoke',
              doing: 'Revoking',
              title: `Revoke the token ${name}`,
              effects: [
                "No visitor's page changes (0 %).",
                `Whoever holds ${name} is refused from the next call on, and logged out of this console.`,
              ],
              path: `/releases/tokens/${encodeURIComponent(name)}/revoke`,
              body: {},
              danger: true,
              done: `${name} has ended.`,
            })}
          />
        )}
      </td>
    </tr>
  )
}
