import type { FormEvent } from '@marram/api-contract/forms'
import { paths } from '@marram/api-contract/paths'
import { Link } from '@marram/sdk/router'
import { momentOf } from '@marram/ui/dates'
import { CheckIcon } from '@marram/ui/icons'
import { Button } from 'antd'
import { EnteredValue } from '../fields/entered-value'
import { wayTo } from '../own-event'
import type { Sent } from '../use-registration'
import css from './receipt.module.css'

type Props = { form: string; event: FormEvent | undefined; isWork: boolean; sent: Sent; onAnother: () => void }

const focus = (heading: HTMLElement | null) => heading?.focus()

export function Receipt({ form, event, isWork, sent, onAnother }: Props) {
  const { message, at, answers, reference, mailed, listed } = sent
  const way = wayTo(event).at(-1)
  return (
    <section className={css.receipt} aria-labelledby="receipt-title" data-shown-once>
      <div className={css.head}>
        <CheckIcon className={css.tick} />
        <div>
          <h2 className={css.title} id="receipt-title" ref={focus} tabIndex={-1}>
            {isWork ? 'Your work is in' : 'Your registration is in'}
          </h2>
          <p>{message}</p>
        </div>
      </div>
      <p className={css.when}>
        This is what you sent with “{form}” on <time dateTime={new Date(at).toISOString()}>{momentOf(at)}</time>.
        {reference && (
          <>
            {' '}
            Its reference is <strong>{reference}</strong>.
          </>
        )}
      </p>
      <dl className={css.answers}>
        {answers.map(({ field: { key, kind, label }, value }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <EnteredValue
                {...{ kind, value }}
                alt={`What you sent for ${label}`}
                className={css.image}
                empty="No answer"
              />
            </dd>
          </div>
        ))}
      </dl>
      <div className={css.actions}>
        <Button type="primary" onClick={() => print()}>
          Print this receipt
        </Button>
        <Button onClick={onAnother}>{isWork ? 'Send something else' : 'Register somebody else'}</Button>
        {way && (
          <Link className={css.back} to={way.to}>
            Back to {way.title}
          </Link>
        )}
      </div>
      <p className={css.keep}>
        {mailed
          ? 'A receipt with the reference is on its way to you by e-mail. Your answers are not in it: print this page or save it as a PDF if you want to keep them.'
          : `Print it or save it as a PDF: ${mailed === false ? 'no receipt is sent by e-mail, and ' : ''}${listed ? 'this page' : 'it'} is gone when you leave.`}
        {listed && (
          <>
            {' '}
            What you sent{isWork && ', and what becomes of it,'} is listed in{' '}
            <Link to={paths.account()}>your account</Link>.
          </>
        )}
      </p>
    </section>
  )
}
