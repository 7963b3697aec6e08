import { register, registration } from '@marram/api-contract/account'
import { paths } from '@marram/api-contract/paths'
import { call } from '@marram/sdk/api-client'
import { Link, useSearchParams } from '@marram/sdk/router'
import boots from '../art/register.svg'
import { AccountPage } from '../components/account-page'
import { Names, NewPassword, TextField } from '../components/fields'
import { ownPath } from '../components/own-path'
import { useAccountForm } from '../components/use-account-form'

export function Component() {
  const [query] = useSearchParams()
  const from = ownPath(query.get('from'))
  const form = useAccountForm({
    id: 'register',
    schema: registration,
    empty: { first_name: '', last_name: '', phone: '', email: '', password: '', password2: '' },
    send: async (body) => (await call(register, { body })).message ?? 'Your account has been created.',
    next: { to: paths.login({ from, why: 'registered' }), name: 'the login page' },
    errorLife: 2000,
  })
  const { field } = form
  return (
    <AccountPage
      form={form}
      title="Create an account"
      description="Create an account with Marram to send us work of your own."
      intro="You only need an account to send us work of your own. Everything else on this site works without one."
      art={`${boots}#wide`}
      horizon="45%"
      action="Register"
      after={
        <>
          Already have an account? <Link to={paths.login({ from })}>Log in</Link>
        </>
      }
    >
      <Names field={field} />
      <TextField
        {...field('phone')}
        label="Phone"
        hint="10 or 11 digits. You log in with this number."
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
      />
      <TextField {...field('email')} label="E-mail" type="email" autoComplete="email" />
      {/* Else a password manager would keep the e-mail address as what one logs in with. */}
      <input type="text" autoComplete="username" value={field('phone').value} readOnly hidden />
      <NewPassword field={field} label="Password" />
    </AccountPage>
  )
}
