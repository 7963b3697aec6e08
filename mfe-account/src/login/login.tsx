import { type Credentials, credentials, logIn } from '@marram/api-contract/account'
import { paths } from '@marram/api-contract/paths'
import { call } from '@marram/sdk/api-client'
import { Link, useSearchParams } from '@marram/sdk/router'
import { useSession } from '@marram/sdk/session'
import notebook from '../art/account.svg'
import rowboat from '../art/login.svg'
import letterbox from '../art/newsletter.svg'
import { AccountPage } from '../components/account-page'
import { PasswordField, TextField } from '../components/fields'
import { keepDevice, knownDevice } from '../components/known-device'
import { ownPath } from '../components/own-path'
import { FormFailure, useAccountForm } from '../components/use-account-form'

export function Component() {
  const [query] = useSearchParams()
  const from = ownPath(query.get('from'))
  const why = query.get('why')
  const form = useAccountForm({
    id: 'login',
    schema: credentials,
    empty: { email: '', password: '' },
    send,
    next: { to: from ?? paths.home(), name: from ? 'the page that you came from' : 'the home page' },
  })
  return (
    <AccountPage
      form={form}
      title="Login"
      heading={from !== undefined && why === null ? `Log in ${wanted(from).to}` : 'Welcome back'}
      description="Log in to Marram with your phone number and password."
      intro={<Why why={why} from={from} />}
      art={`${from === undefined ? rowboat : wanted(from).art}#wide`}
      horizon="45%"
      action="Log in"
      after={
        <>
          New here? <Link to={paths.register({ from })}>Create an account</Link>
          <br />
          <Link to={paths.password()}>Forgotten your password?</Link>
        </>
      }
    >
      <TextField {...form.field('email')} label="Phone" type="tel" inputMode="tel" autoComplete="username" />
      <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
    </AccountPage>
  )
}

/** Why the visitor is here, where another page has led here. */
function Why({ why, from }: { why: string | null; from: string | undefined }) {
  if (why === 'registered') return 'Your account is ready. Log in with your phone number and the password you chose.'
  if (from === undefined)
    return 'You only need an account to send us work of your own. Everything else on this site works without one.'
  if (why === 'ended')
    return 'Your session has ended, so you are not logged in any more. Log in to go on where you were.'
  if (why !== 'unchecked') return wanted(from).why
  return (
    <>
      We could not check whether you are still logged in. <Link to={from}>Try the page again</Link> in a minute, or log
      in again.
    </>
  )
}

/** The page that a login is needed for. Other sections may have more of them, whose names are not known here. */
function wanted(from: string) {
  const { pathname } = new URL(from, 'http://here.invalid')
  if (pathname === paths.account())
    return { why: 'Only you can see what is in it.', to: 'to your account', art: notebook }
  if (pathname === paths.submissionRegistration())
    return {
      why: 'You need an account to send us work of your own. Log in to open the form.',
      to: 'to send your work',
      art: letterbox,
    }
  return { why: 'That page needs an account. Log in to open it.', to: 'to go on', art: rowboat }
}

/** Returns the message for the visitor. */
async function send(body: Credentials): Promise<string> {
  const { data, message = 'You are logged in.' } = await call(logIn, { body: { ...body, device: knownDevice() } })
  const { access_token: access, refresh_token: refresh } = data
  if (!access) throw new FormFailure('The server did not log you in and gave no reason. Try again in a minute.')
  useSession.getState().logIn({ access, refresh })
  if (!useSession.getState().loggedIn)
    throw new FormFailure('Your browser does not let this site store anything, so you cannot log in here.')
  keepDevice(data.device)
  return message
}
