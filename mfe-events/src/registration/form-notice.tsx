import type { Form } from '@marram/api-contract/forms'
import { paths } from '@marram/api-contract/paths'
import { Link } from '@marram/sdk/router'
import css from './registration-form.module.css'

/** What becomes of what is sent, as far as the host says so. */
export const FormNotice = ({
  notice,
  keep_days: days,
  isWork,
}: Pick<Form, 'notice' | 'keep_days'> & { isWork: boolean }) =>
  (notice || days !== undefined) && (
    <p className={css.notice}>
      {notice}
      {days !== undefined &&
        ` We delete it ${days} days after ${isWork ? 'you sent it' : 'the event (the last one, if this form is for several) or, without one, after you sent it'}.`}{' '}
      <Link to={paths.privacy()}>What we keep</Link>
    </p>
  )
