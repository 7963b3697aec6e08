import {
  accountChange,
  changeAccount,
  changePassword,
  endOtherSessions,
  getAccount,
  passwordChange,
} from '@marram/api-contract/account'
import type { DataOf } from '@marram/api-contract/endpoint'
import { paths } from '@marram/api-contract/paths'
import { listSent } from '@marram/api-contract/sent'
import { call, get } from '@marram/sdk/api-client'
import { PageMeta } from '@marram/sdk/page-meta'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from '@marram/sdk/router'
import { useSession } from '@marram/sdk/session'
import { TwoHalves } from '@marram/ui/two-halves'
import { unlessMissing } from '@marram/ui/unless-failed'
import notebook from '../art/account.svg'
import { AccountForm } from '../components/account-page'
import { Names, NewPassword, PasswordField, TextField } from '../components/fields'
import { keepDevice, knownDevice } from '../components/known-device'
import { useAccountAction, useAccountForm } from '../components/use-account-form'
import css from './account.module.css'
import { Deletion } from './deletion'
import { Download } from './download'
import { Part } from './part'
import { Sent } from './sent'

export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  const [account, sent] = await Promise.all([
    unlessMissing(get(getAccount, { signal })),
    unlessMissing(get(listSent, { signal })),
  ])
  return { account, sent }
}

export function Component() {
  const { account, sent } = useLoaderData<typeof loader>()
  return (
    <TwoHalves
      title="Your account"
      intro={
        !account && (
          <>
            You are logged in. The service that keeps the accounts of this site offers nothing more here: to change or
            delete yours, <Link to={paths.contact()}>get in touch</Link>.
          </>
        )
      }
      art={`${notebook}#wide`}
      horizon="45%"
      below={
        account && (
          <div className={css.parts}>
            {sent && <Sent items={sent} />}
            {sent && <Details {...account} />}
            <Password phone={account.phone} />
            <Sessions others={account.sessions - 1} />
            {sent && <Download account={account} sent={sent} />}
            <Deletion canTakeAll={sent !== null} />
          </div>
        )
      }
    >
      <PageMeta
        title="Your account"
        description="Your account with Marram: what you sent, password, logins, deletion."
        noIndex
      />
      {account && <Person {...account} />}
    </TwoHalves>
  )
}

function Person({ first_name, last_name, phone, email }: DataOf<typeof getAccount>) {
  return (
    <>
      <dl className={css.person}>
        {Object.entries({ Name: `${first_name} ${last_name}`, Phone: phone, 'E-mail': email }).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p>
        You log in with your phone number, which stays the same. For another one,{' '}
        <Link to={paths.register()}>register anew</Link> and delete this account.
      </p>
    </>
  )
}

/** Name and e-mail address, to be changed. What is typed stays when the account is loaded again. */
function Details({ first_name, last_name, email }: DataOf<typeof getAccount>) {
  const { revalidate } = useRevalidator()
  const { field, ...form } = useAccountForm({
    id: 'details',
    schema: accountChange,
    empty: { first_name, last_name, email, current_password: '' },
    afterwards: (values) => ({ ...values, current_password: '' }),
    async send(body) {
      const { message } = await call(changeAccount, { body })
      await revalidate()
      return message ?? 'Your account has been changed.'
    },
  })
  return (
    <Part title="Your details" fold="Change name or e-mail">
      <AccountForm form={form} action="Save changes">
        <Names field={field} />
        <TextField {...field('email')} label="E-mail" type="email" autoComplete="email" />
        <PasswordField {...field('current_password')} label="Your password" autoComplete="current-password" />
      </AccountForm>
    </Part>
  )
}

function Sessions({ others }: { others: number }) {
  const { revalidate } = useRevalidator()
  const form = useAccountAction({
    id: 'sessions',
    async send(_, element) {
      const { message } = await call(endOtherSessions, { body: {} })
      // The button that has the focus goes.
      element.closest('section')?.focus()
      await revalidate()
      return message ?? 'Everywhere else you are logged out.'
    },
  })
  return (
    <Part title="Where you are logged in">
      {others > 0 ? (
        <>
          <p>Here, and in {others === 1 ? 'one other place' : `${others} other places`}.</p>
          <AccountForm form={form} action="Log out everywhere else" />
        </>
      ) : (
        <p>Here, and nowhere else.</p>
      )}
    </Part>
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
  })
  const { field } = form
  return (
    <Part title="Your password" fold="Change password" about={<p>A new one logs you out everywhere else.</p>}>
      <AccountForm form={form} action="Save new password">
        {/* So that a password manager knows whose password it is. */}
        <input type="text" autoComplete="username" value={phone} readOnly hidden />
        <PasswordField {...field('current_password')} label="Present password" autoComplete="current-password" />
        <NewPassword field={field} label="New password" />
      </AccountForm>
    </Part>
  )
}
