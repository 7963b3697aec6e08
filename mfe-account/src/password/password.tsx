import { forgetPassword, forgotten, getMailState, newPassword, resetPassword } from '@marram/api-contract/account'
import { paths } from '@marram/api-contract/paths'
import { call, get } from '@marram/sdk/api-client'
import { PageMeta } from '@marram/sdk/page-meta'
import { Link, type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { LinkButton } from '@marram/ui/button'
import { TwoHalves } from '@marram/ui/two-halves'
import { unlessMissing } from '@marram/ui/unless-failed'
import lighthouse from '../art/password.svg'
import { AccountPage } from '../components/account-page'
import { NewPassword, TextField } from '../components/fields'
import { keepDevice, knownDevice } from '../components/known-device'
import { useAccountForm } from '../components/use-account-form'
import css from './password.module.css'

const TITLE = 'Forgotten your password?'
const DESCRIPTION = 'Choose another password for your account with Marram.'

export async function loader({ request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token')
  const mail = token ? null : await unlessMissing(get(getMailState, { signal: request.signal }))
  return { token, sendsMail: mail?.sends === true }
}

export function Component() {
  const { token, sendsMail } = useLoaderData<typeof loader>()
  if (token) return <Choose token={token} />
  if (sendsMail) return <Ask />
  return (
    <TwoHalves
      title={TITLE}
      intro="We cannot send you a link by e-mail here. Get in touch: once we know that the account is yours, we delete it, and you can register again with the same phone number."
      art={`${lighthouse}#wide`}
      horizon="45%"
    >
      <PageMeta title={TITLE} description={DESCRIPTION} noIndex />
      <div className={css.actions}>
        <LinkButton to={paths.contact()} size="large">
          Get in touch
        </LinkButton>
        {back}
      </div>
    </TwoHalves>
  )
}

const back = <Link to={paths.login()}>Back to the login</Link>

function Ask() {
  const form = useAccountForm({
    id: 'forgotten',
    schema: forgotten,
    empty: { phone: '' },
    send: async (body) => (await call(forgetPassword, { body })).message ?? 'A link is on its way.',
  })
  return (
    <AccountPage
      form={form}
      title={TITLE}
      description={DESCRIPTION}
      intro="We send a link to the e-mail address of your account. With it you choose another password."
      art={`${lighthouse}#wide`}
      horizon="45%"
      action="Send me a link"
      after={back}
    >
      <TextField {...form.field('phone')} label="Phone" type="tel" inputMode="tel" autoComplete="username" />
    </AccountPage>
  )
}

function Choose({ token }: { token: string }) {
  const form = useAccountForm({
    id: 'new-password',
    schema: newPassword,
    empty: { password: '', password2: '' },
    async send(body) {
      const { data, message } = await call(resetPassword, { body: { ...body, token, device: knownDevice() } })
      keepDevice(data.device)
      return message ?? 'Your password has been changed.'
    },
    next: { to: paths.login(), name: 'the login page' },
  })
  return (
    <AccountPage
      form={form}
      title="Choose another password"
      description={DESCRIPTION}
      intro="You are logged out everywhere then, and log in with the new one."
      art={`${lighthouse}#wide`}
      horizon="45%"
      action="Change password"
      after={<Link to={paths.password()}>Ask for another link</Link>}
    >
      <NewPassword field={form.field} label="New password" />
    </AccountPage>
  )
}
