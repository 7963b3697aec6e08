import type { Notification, Recipient } from '@marram/release-contract/calls/notifications'
import { useParams } from 'react-router-dom'
import type { Change, ChangeForm } from '../changes/change'
import { ChangeButton } from '../changes/change-dialog'
import { choice, text } from '../forms/form'
import { Loaded, Page } from '../page/page'
import { Table } from '../page/table'
import { inOwnTime, Moment } from '../page/words'
import { useLive, useOnce } from '../registry'
import { useSession } from '../session'

/** Who is notified of changes in an environment, and what was sent. */
export function Notifications() {
  const { environment = '' } = useParams()
  const { caller } = useSession()
  const parts = (useOnce('listParts', {}).data?.parts ?? []).map(({ part }) => part)
  return (
    <Page title={`Notifications of ${environment}`} live={useLive('listRecipients', { environment })}>
      {({ recipients }) => (
        <>
          <ChangeButton label="Add a recipient" wanted={recipientForm({ environment, parts, limit: caller.part })} />
          {recipients.length === 0 && <p>Nobody is notified of changes here.</p>}
          {recipients.length > 0 && (
            <Table
              label="Recipients"
              className="stacks"
              columns={[
                ['To', ({ target }) => target],
                ['Of', ({ part }) => part ?? 'Every part'],
                ['By', ({ by }) => by],
                ['Since', ({ createdAt }) => <Moment at={createdAt} />],
                ['Change', RecipientButtons],
              ]}
              rows={recipients}
              keyOf={({ id }) => id}
            />
          )}
          <Sent environment={environment} />
        </>
      )}
    </Page>
  )
}

function RecipientButtons({ id, environment, part, target }: Recipient) {
  const input = { environment, recipient: id, ...(part !== null && { part }) }
  const test: Change = {
    call: 'testRecipient',
    input,
    verb: 'Send it',
    title: `Send a test to ${target}`,
    effects: ["No visitor's page changes (0 %)."],
    done: ({ state, outcome }) =>
      `${target} ${state === 'sent' ? 'accepted' : 'did not accept'} the test. ${outcome ?? ''}`,
  }
  const removal: Change = {
    call: 'removeRecipient',
    input,
    verb: 'Remove',
    title: `Send ${target} nothing any more`,
    effects: ["No visitor's page changes (0 %).", 'What waits to be sent there is not sent, and leaves the list.'],
    done: `${target} gets nothing any more.`,
  }
  return (
    <div className="buttons">
      <ChangeButton label="Test" of={`${target}, ${id}`} wanted={test} />
      <ChangeButton label="Remove" of={`${target}, ${id}`} wanted={removal} />
    </div>
  )
}

function Sent({ environment }: { environment: string }) {
  return (
    <section aria-labelledby="sent">
      <h2 id="sent">Sent in the last 30 days</h2>
      <Loaded live={useLive('listNotifications', { environment })} what="notifications">
        {({ notifications }) =>
          notifications.length === 0 ? (
            <p>Nothing was sent.</p>
          ) : (
            <Table
              label="Notifications"
              className="stacks"
              columns={[
                ['When', ({ at }) => <Moment at={at} />],
                ['What', ({ what }) => inOwnTime(what)],
                ['To', ({ target }) => target],
                ['State', stateOf],
              ]}
              rows={notifications}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
    </section>
  )
}

function stateOf({ state, attempts, dueAt, outcome }: Notification) {
  if (state === 'sent') return attempts === 1 ? 'Sent' : `Sent at attempt ${attempts}`
  if (state === 'waiting' && attempts === 0) return 'Waits'
  // One element: on narrow screens a cell has its children side by side.
  return (
    <span>
      <span className="failed">{state === 'failed' ? 'Not sent' : `${attempts} failed`}</span>: {outcome}
      {state === 'waiting' && (
        <>
          {' '}
          Next attempt: <Moment at={dueAt} />
        </>
      )}
    </span>
  )
}

type About = {
  environment: string
  parts: string[]
  /** The only part that the token may change; null for every part. */
  limit: string | null
}

/** Asks where the changes of an environment are sent. */
export function recipientForm({ environment, parts, limit }: About): ChangeForm {
  const known = limit === null ? [['', 'Every part'] as const, ...parts] : [limit]
  return {
    call: 'addRecipient',
    about: { environment, part: limit ?? undefined },
    fields: [
      text('target', 'Webhook or e-mail address', 500, { hint: 'A URL that begins with https://, or an address.' }),
      choice('part', 'Changes of', known, { value: limit ?? '' }),
    ],
    change: ({ target = '', part = '' }) => {
      const to = target.trim()
      if (!/^(https?:\/\/|[^\s@]+@)\S+$/.test(to)) return 'Give the URL of a webhook, or an e-mail address.'
      return {
        call: 'addRecipient',
        input: { environment, target: to, ...(part && { part }) },
        verb: 'Add it',
        title: `Notify ${to.includes('://') ? new URL(to).host : to} of changes in ${environment}`,
        effects: [
          "No visitor's page changes (0 %).",
          `It gets each change of ${part || 'every part'} and of the whole environment, and who made it and why.`,
        ],
        done: ({ target: shown, secret }) =>
          secret === null
            ? `${shown} is notified from now on.`
            : `${shown} is notified from now on. The key of its signatures, shown only once: ${secret}`,
      }
    },
  }
}
