import { accountChange, changeAccount, type getAccount } from '@marram/api-contract/account'
import type { DataOf } from '@marram/api-contract/endpoint'
import { call } from '@marram/sdk/api-client'
import { useRevalidator } from '@marram/sdk/router'
import { AccountForm } from '../components/account-page'
import { PasswordField, TextField } from '../components/fields'
import { Panel } from '../components/plain-page'
import { useAccountForm } from '../components/use-account-form'

/** Name and e-mail address, to be changed. What is typed stays when the account is loaded again. */
export function Details({ first_name, last_name, email }: DataOf<typeof getAccount>) {
  const { revalidate } = useRevalidator()
  const form = useAccountForm({
    id: 'details',
    schema: accountChange,
    empty: { first_name, last_name, email, current_password: '' },
    afterwards: (values) => ({ ...values, current_password: '' }),
    async send(body) {
      const { message } = await call(changeAccount, { body })
      await revalidate()
      return message ?? 'Your account has been changed.'
    },
    errorLife: 3000,
  })
  const { field } = form
  return (
    <Panel title="Change your details">
      <AccountForm form={form} action="Save changes">
        <TextField {...field('first_name')} label="First name" autoComplete="given-name" />
        <TextField {...field('last_name')} label="Last name" autoComplete="family-name" />
        <TextField {...field('email')} label="E-mail" type="email" autoComplete="email" />
        <PasswordField {...field('current_password')} label="Your password" autoComplete="current-password" />
      </AccountForm>
    </Panel>
  )
}
