import { withdrawComment } from '@marram/api-contract/comments'
import { paths } from '@marram/api-contract/paths'
import type { SentItem } from '@marram/api-contract/sent'
import { call } from '@marram/sdk/api-client'
import { Link, useRevalidator } from '@marram/sdk/router'
import { LinkButton } from '@marram/ui/button'
import { Chip } from '@marram/ui/chip'
import { LongDate } from '@marram/ui/date-range'
import { EmptyState } from '@marram/ui/empty-state'
import { visibleText } from '@marram/ui/visible-text'
import pencil from '../art/nothing-sent.svg'
import { AccountForm } from '../components/account-page'
import { useAccountAction } from '../components/use-account-form'
import css from './account.module.css'
import { Part } from './part'

const kinds = { registration: 'Registration', work: 'Your work', comment: 'Comment' }
const states = { received: 'received', waiting: 'waiting', taken: 'taken', rejected: 'not taken' }
const statesOfComments = { ...states, taken: 'shown', rejected: 'not shown' }

/** What was sent while logged in, each with its receipt. */
export const Sent = ({ items }: { items: SentItem[] }) => (
  <Part title="What you sent">
    <p>
      Registrations, <Link to={paths.submissionRegistration()}>work of your own</Link> and comments that you send while
      you are logged in are listed here. What you sent without logging in is not, even where it has your phone number: a
      number alone does not prove that it was you.
    </p>
    {items.length === 0 ? (
      <>
        <EmptyState art={pencil} title="A blank page, so far.">
          It begins with the first thing that you send.
        </EmptyState>
        <p className={css.ways}>
          <LinkButton to={paths.campaignEvents()}>Find an event</LinkButton>
          <LinkButton to={paths.submissionRegistration()} look="ghost">
            Send your own work
          </LinkButton>
        </p>
      </>
    ) : (
      <ul className={css.sent}>
        {items.map((item) => (
          <li key={item.id}>
            <Receipt {...item} />
          </li>
        ))}
      </ul>
    )}
  </Part>
)

function Receipt({ id, kind, title, state, reference, at, fields }: SentItem) {
  const words = kind === 'comment' ? statesOfComments : states
  return (
    <details>
      <summary className={css.head}>
        <span className={css.name}>{title}</span>
        <Chip tone={state === 'rejected' ? 'quiet' : 'open'}>{words[state]}</Chip>
      </summary>
      <div className={css.body}>
        <dl>
          <dt>{kinds[kind]}</dt>
          <dd>
            Reference {reference}, sent on <LongDate value={at} />
          </dd>
          {fields.map(({ label, value, is_image: isImage }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{isImage ? 'An image; it is in the download.' : visibleText(value) || 'No answer'}</dd>
            </div>
          ))}
        </dl>
        {kind === 'comment' && <TakeBack id={id} />}
      </div>
    </details>
  )
}

function TakeBack({ id }: { id: string }) {
  const { revalidate } = useRevalidator()
  const form = useAccountAction({
    id: `comment-${id}`,
    async send(_, element) {
      const { message } = await call(withdrawComment, { body: { id } })
      // The comment goes, and with it the button that has the focus.
      element.closest('section')?.focus()
      await revalidate()
      return message ?? 'Your comment has been deleted.'
    },
  })
  return <AccountForm form={form} action="Take this comment back" look="ghost" />
}
