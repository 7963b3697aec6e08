import { deleteAccount, deletion } from '@marram/api-contract/account'
import { paths } from '@marram/api-contract/paths'
import { call } from '@marram/sdk/api-client'
import { Link, useNavigate } from '@marram/sdk/router'
import { useSession } from '@marram/sdk/session'
import { useState } from 'react'
import { AccountForm } from '../components/account-page'
import { PasswordField } from '../components/fields'
import { useAccountForm } from '../components/use-account-form'
import css from './account.module.css'
import { Part } from './part'

/** `canTakeAll`: the API deletes with the account what it sent, where that is wanted. */
export function Deletion({ canTakeAll }: { canTakeAll: boolean }) {
  const navigate = useNavigate()
  const [withSent, setWithSent] = useState(false)
  const form = useAccountForm({
    id: 'deletion',
    schema: deletion,
    empty: { current_password: '' },
    async send(body) {
      const { message } = await call(deleteAccount, { body: { ...body, ...(canTakeAll && { with_sent: withSent }) } })
      // Before the logout, which leads from a page that needs a login to that of the login.
      await navigate(paths.home(), { replace: true })
      useSession.getState().logOut()
      return message ?? 'Your account has been deleted.'
    },
  })
  return (
    <Part
      title="Delete your account"
      fold="Delete account"
      final
      about={
        <p>
          Your name, phone number, e-mail address and password are deleted at once and for good. Nobody can bring them
          back.
        </p>
      }
    >
      <p className={css.stays}>
        You are logged out everywhere. What you sent without being logged in, quizzes and the newsletter are not part of
        the account and stay. To have them deleted too, <Link to={paths.contact()}>get in touch</Link>.
      </p>
      <AccountForm form={form} action="Delete my account for good" look="danger">
        {canTakeAll && (
          <label className={css.also}>
            <input
              id="deletion-with-sent"
              type="checkbox"
              checked={withSent}
              onChange={({ target }) => setWithSent(target.checked)}
            />
            Also delete what I sent while I was logged in: registrations, work of my own, comments
          </label>
        )}
        <PasswordField {...form.field('current_password')} label="Your password" autoComplete="current-password" />
      </AccountForm>
    </Part>
  )
}
