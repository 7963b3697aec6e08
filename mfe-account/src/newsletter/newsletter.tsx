import { confirmSubscription, leaveNewsletter } from '@marram/api-contract/newsletter'
import { paths } from '@marram/api-contract/paths'
import { call } from '@marram/sdk/api-client'
import { Link, useSearchParams } from '@marram/sdk/router'
import { AccountForm } from '../components/account-page'
import { Panel, PlainPage } from '../components/plain-page'
import { useAccountAction } from '../components/use-account-form'

const confirming = {
  call: confirmSubscription,
  text: 'Do you want the newsletter of Marram to be sent to you? You can leave the list with one click at any time.',
  action: 'Yes, send it to me',
  done: 'You are on the list.',
}
const leaving = {
  call: leaveNewsletter,
  text: 'Do you want to leave the list? We send you no newsletter then, and delete your address.',
  action: 'Leave the list',
  done: 'You have left the list.',
}

/** Opened by the links in our mails. Nothing happens before the button is pressed: some mail programs open every link. */
export function Component() {
  const [query] = useSearchParams()
  const [confirm, leave] = [query.get('confirm'), query.get('leave')]
  return (
    <PlainPage title="Newsletter" description="Join the list of Marram’s newsletter, or leave it.">
      <Panel>
        {confirm ? (
          <TokenForm {...confirming} token={confirm} />
        ) : leave ? (
          <TokenForm {...leaving} token={leave} />
        ) : (
          <p>
            To join the list, enter your address at the foot of any page. To leave it, use the link in any e-mail that
            you have from us, or have your address deleted, as said under <Link to={paths.privacy()}>Privacy</Link>.
          </p>
        )}
      </Panel>
    </PlainPage>
  )
}

function TokenForm({ token, text, action, done, ...asked }: typeof confirming & { token: string }) {
  const form = useAccountAction({
    id: 'newsletter-answer',
    send: async () => (await call(asked.call, { body: { token } })).message ?? done,
  })
  return (
    <>
      {!form.done && <p>{text}</p>}
      <AccountForm form={form} action={form.done ? undefined : action} />
    </>
  )
}
