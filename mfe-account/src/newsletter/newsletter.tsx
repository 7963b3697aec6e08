import { confirmSubscription, leaveNewsletter, subscribe, subscription } from '@marram/api-contract/newsletter'
import { paths } from '@marram/api-contract/paths'
import { call } from '@marram/sdk/api-client'
import { PageMeta } from '@marram/sdk/page-meta'
import { Link, useSearchParams } from '@marram/sdk/router'
import { TwoHalves } from '@marram/ui/two-halves'
import { Unbroken } from '@marram/ui/unbroken'
import type { ReactNode } from 'react'
import letterbox from '../art/newsletter.svg'
import { AccountForm } from '../components/account-page'
import { TextField } from '../components/fields'
import { useAccountAction, useAccountForm } from '../components/use-account-form'

const confirming = {
  call: confirmSubscription,
  heading: 'Letters from the shoreline',
  text: 'Shall we send you our newsletter? You can leave the list with one click at any time.',
  action: 'Yes, send it to me',
  done: 'You are on the list.',
}
const leaving = {
  call: leaveNewsletter,
  heading: 'No more letters?',
  text: 'Shall we take you off the list? Then we send you no newsletter, and delete your address.',
  action: 'Leave the list',
  done: 'You have left the list.',
}

/** Opened by the links in our mails. Nothing happens before the button is pressed: some mail programs open every link. */
export function Component() {
  const [query] = useSearchParams()
  const [confirm, leave] = [query.get('confirm'), query.get('leave')]
  if (confirm) return <Asked {...confirming} token={confirm} />
  if (leave) return <Asked {...leaving} token={leave} />
  return <Joining />
}

function Joining() {
  const form = useAccountForm({
    id: 'joining',
    schema: subscription,
    empty: { email: '' },
    send: async (body) => (await call(subscribe, { body })).message ?? confirming.done,
  })
  return (
    <Page
      heading={confirming.heading}
      text={
        <>
          What we measured, what we got wrong, and what you can do about it before the next tide. To leave the list, use
          the link in any <Unbroken>e-mail</Unbroken> from us, or ask us to delete your address, as{' '}
          <Link to={paths.privacy()}>Privacy</Link> says.
        </>
      }
    >
      <AccountForm form={form} action="Subscribe">
        <TextField {...form.field('email')} label="E-mail address" type="email" autoComplete="email" />
      </AccountForm>
    </Page>
  )
}

type PageProps = { heading: string; text: ReactNode; children: ReactNode }

const Page = ({ heading, text, children }: PageProps) => (
  <TwoHalves title={heading} intro={text} art={`${letterbox}#wide`} horizon="45%">
    <PageMeta title="Newsletter" description="Join the list of Marram’s newsletter, or leave it." noIndex />
    {children}
  </TwoHalves>
)

function Asked({ token, heading, text, action, done, ...asked }: typeof confirming & { token: string }) {
  const form = useAccountAction({
    id: 'newsletter-answer',
    send: async () => (await call(asked.call, { body: { token } })).message ?? done,
  })
  return (
    <Page heading={heading} text={!form.done && text}>
      <AccountForm form={form} action={form.done ? undefined : action} />
    </Page>
  )
}
