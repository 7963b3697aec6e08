import { subscription } from '@marram/api-contract/newsletter'
import { safeParse } from 'zod/mini'
import type { Tx } from '../database/schema'
import { type Outbox, queueMail } from '../mail/outbox'
import { referenceOf } from '../reference'
import type { StoredField } from './tables'

type Sent = {
  /** Of the submission. */
  id: string
  /** Of the form. */
  name: string
  fields: StoredField[]
  /** The address of who was logged in. */
  to: string | undefined
}

/**
 * Queues a receipt, to the account or else to the address that a field asks for. Nothing that was filled in is repeated:
 * anybody can fill in somebody else's address.
 */
export async function sendReceipt(tx: Tx, outbox: Outbox, { id, name, fields, to }: Sent): Promise<boolean> {
  const address = to ?? addressIn(fields)
  if (!address) return false
  const reference = referenceOf(id)
  return queueMail(tx, outbox, {
    ...{ key: `receipt:${id}`, to: address },
    kind: 'receipt',
    subject: `We have received it: ${name} (${reference})`,
    text: `Hello,

what you sent with the form "${name}" has arrived. Its reference is

${reference}

Name it if you write to us or ring us about it. If it was not you who sent this, please tell us.

Marram, ${outbox.site}
`,
  })
}

/** What was filled in where an e-mail address is asked for. */
function addressIn(fields: StoredField[]): string | undefined {
  const asked = fields.find(({ kind, label }) => kind === 'textfield' && /\be-?mail\b/i.test(label))
  return asked && safeParse(subscription, { email: asked.value }).data?.email
}
