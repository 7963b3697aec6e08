import type { FormEvent } from '@marram/api-contract/forms'
import { Link } from '@marram/sdk/router'
import { CheckIcon } from '@marram/ui/icons'
import { Button } from 'antd'
import { EnteredValue } from '../fields/entered-value'
import { momentOf } from '../moments'
import { wayTo } from '../own-event'
import css from './receipt.module.css'
import type { Sent } from './use-sending'

type Props = { form: string; event: FormEvent | undefined; sent: Sent; onAnother: () => void }

const focus = (heading: HTMLElement | null) => heading?.focus()

/** Stands where the form was: what has arrived, to be kept on paper. */
export function Receipt({ form, event, sent: { message, at, answers }, onAnother }: Props) {
  const way = wayTo(event).at(-1)
  return (
    <section className={css.receipt} aria-labelledby="receipt-title" data-shown-once>
      <div className={css.head}>
        <CheckIcon className={css.tick} />
        <div>
          <h2 className={css.title} id="receipt-title" ref={focus} tabIndex={-1}>
            Your registration is in
          </h2>
          <p>{message}</p>
        </div>
      </div>
      <p className={css.when}>
        This is what you sent with “{form}” on <time dateTime={new Date(at).toISOString()}>{momentOf(at)}</time>.
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
        <Button onClick={onAnother}>Register somebody else</Button>
        {way && (
          <Link className={css.back} to={way.to}>
            Back to {way.title}
          </Link>
        )}
      </div>
      <p className={css.keep}>
        Print it or save it as a PDF: we send nothing by e-mail, and it is gone when you leave.
      </p>
    </section>
  )
}
