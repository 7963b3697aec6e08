import {
  changePassword,
  deleteAccount,
  deletion,
  endOtherSessions,
  getAccount,
  passwordChange,
} from '@marram/api-contract/account'
import type { DataOf } from '@marram/api-contract/endpoint'
import { paths } from '@marram/api-contract/paths'
import { call, get } from '@marram/sdk/api-client'
import { isApiError } from '@marram/sdk/api-error'
import { PageMeta } from '@marram/sdk/page-meta'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from '@marram/sdk/router'
import { useSession } from '@marram/sdk/session'
import { Breadcrumb } from '@marram/ui/breadcrumb'
import { Wrap } from '@marram/ui/wrap'
import { object } from 'zod/mini'
import { AccountForm } from '../components/account-page'
import { PasswordField } from '../components/fields'
import { keepDevice, knownDevice } from '../components/known-device'
import { useAccountForm } from '../components/use-account-form'
import css from './account.module.css'

const TITLE = 'Your account'

export async function loader({ request }: LoaderFunctionArgs) {
  return { account: await get(getAccount, { signal: request.signal }).catch(nullUnlessOurs) }
}

/** Another host has no such call, and none of the others that this page makes. */
function nullUnlessOurs(error: unknown): null {
  if (isApiError(error) && [404, 405].includes(error.code)) return null
  throw error
}

export function Component() {
  const { account } = useLoaderData<typeof loader>()
  return (
    <div className={css.page}>
      <PageMeta title={TITLE} description="Your account with Marram: password, logins, deletion." noIndex />
      <Wrap>
        <Breadcrumb current={TITLE} />
        <h1 className={css.title}>{TITLE}</h1>
        {account ? (
          <div className={css.parts}>
            <Person {...account} />
            <Sessions others={account.sessions - 1} />
            <Password phone={account.phone} />
            <Deletion />
          </div>
        ) : (
          <p className={css.missing}>
            You are logged in. The service that keeps the accounts of this site offers nothing more here: to change or
            delete yours, <Link to={paths.contact()}>get in touch</Link>.
          </p>
        )}
      </Wrap>
    </div>
  )
}

function Person({ first_name, last_name, phone, email }: DataOf<typeof getAccount>) {
  return (
    <section className={css.part} aria-labelledby="person">
      <h2 id="person">You</h2>
      <dl>
        <dt>Name</dt>
        <dd>
          {first_name} {last_name}
        </dd>
        <dt>Phone</dt>
        <dd>{phone}</dd>
        <dt>E-mail</dt>
        <dd>{email}</dd>
      </dl>
      <p>
        Something wrong? <Link to={paths.contact()}>Get in touch</Link>, and we put it right.
      </p>
    </section>
  )
}

function Sessions({ others }: { others: number }) {
  const { revalidate } = useRevalidator()
  const form = useAccountForm({
    id: 'sessions',
    schema: object({}),
    empty: {},
    async send() {
      const { message } = await call(endOtherSessions, { body: {} })
      await revalidate()
      return message ?? 'Everywhere else you are logged out.'
    },
    errorLife: 3000,
  })
  return (
    <section className={css.part} aria-labelledby="logins">
      <h2 id="logins">Where you are logged in</h2>
      {others > 0 ? (
        <>
          <p>Here, and in {others === 1 ? 'one other place' : `${others} other places`}.</p>
          <AccountForm form={form} action="Log out everywhere else" />
        </>
      ) : (
        <p>Here, and nowhere else.</p>
      )}
    </section>
  )
}

function Password({ phone }: { phone: string }) {
  const { revalidate } = useRevalidator()
  const form = useAccountForm({
    id: 'password',
    schema: passwordChange,
    empty: { current_password: '', password: '', password2: '' },
    async send(body) {
      const { data, message } = await call(changePassword, { body: { ...body, device: knownDevice() } })
      useSession.getState().logIn({ access: data.access_token, refresh: data.refresh_token })
      keepDevice(data.device)
      await revalidate()
      return message ?? 'Your password has been changed.'
    },
    errorLife: 3000,
  })
  const { field } = form
  return (
    <section className={css.part} aria-labelledby="change">
      <h2 id="change">Change your password</h2>
      <p>Everywhere else you are logged out then.</p>
      <AccountForm form={form} action="Change password">
        {/* So that a password manager knows whose password it is. */}
        <input type="text" autoComplete="username" value={phone} readOnly hidden />
        <PasswordField {...field('current_password')} label="Present password" autoComplete="current-password" />
        <PasswordField
          {...field('password')}
          label="New password"
          hint="At least 8 characters, of any kind. Three words that do not belong together are good."
          autoComplete="new-password"
        />
        <PasswordField {...field('password2')} label="Confirm new password" autoComplete="new-password" />
      </AccountForm>
    </section>
  )
}

function Deletion() {
  const navigate = useNavigate()
  const form = useAccountForm({
    id: 'deletion',
    schema: deletion,
    empty: { current_password: '' },
    async send(body) {
      const { message } = await call(deleteAccount, { body })
      // Before the logout, which leads from a page that needs a login to that of the login.
      await navigate(paths.home(), { replace: true })
      useSession.getState().logOut()
      return message ?? 'Your account has been deleted.'
    },
    errorLife: 3000,
  })
  return (
    <section className={css.part} aria-labelledby="delete">
      <h2 id="delete">Delete your account</h2>
      <p>
        Your name, phone number, e-mail address and password are deleted at once and for good, and you are logged out
        everywhere. What you sent with forms and quizzes, and the newsletter, are not part of the account and stay. To
        have them deleted too, <Link to={paths.contact()}>get in touch</Link>.
      </p>
      <AccountForm form={form} action="Delete my account" look="ghost">
        <PasswordField {...form.field('current_password')} label="Your password" autoComplete="current-password" />
      </AccountForm>
    </section>
  )
}
