import * as z from 'zod/mini'
import { post, read } from '../call'
import * as names from './names'

const text = z.string()
const { ofEnvironment, moment } = names

const recipient = z.object({
  id: text,
  environment: text,
  part: z.nullable(text).check(z.describe('Null for every part.')),
  target: text.check(z.describe('Shortened: the address of a webhook can be a secret.')),
  by: text,
  createdAt: moment,
})
export type Recipient = z.output<typeof recipient>
const recipients = z.object({ environment: text, recipients: z.array(recipient) })
export type Recipients = z.output<typeof recipients>

const notification = z.object({
  id: text.check(z.describe('The `webhook-id` of every attempt.')),
  recipient: text,
  target: text,
  at: moment.check(z.describe('When the change was made.')),
  what: text.check(z.describe('The change, as a sentence.')),
  state: z.enum(['waiting', 'sent', 'failed']),
  attempts: z.int(),
  dueAt: moment.check(z.describe('When the next attempt is made, while it waits.')),
  outcome: z.nullable(text).check(z.describe('What the last attempt led to.')),
})
export type Notification = z.output<typeof notification>
const notifications = z.object({ environment: text, notifications: z.array(notification) })
export type Notifications = z.output<typeof notifications>

const reason = z.optional(names.reason)
const ofRecipient = `${ofEnvironment}/recipients/{recipient}` as const

export const notificationCalls = {
  addRecipient: post(
    `${ofEnvironment}/recipients`,
    'notify',
    'Send the changes of an environment to a webhook or an e-mail address',
    {
      body: z.strictObject({
        target: text.check(z.maxLength(500), z.describe('URL of a webhook, or an e-mail address.')),
        part: z.optional(names.part).check(z.describe('Only changes of this part and of the whole environment.')),
        reason,
      }),
      response: z.extend(recipient, {
        secret: z.nullable(text).check(z.describe('The key of its signatures, shown this once; null for e-mail.')),
      }),
      status: [201],
      noStore: true,
    },
  ),
  listRecipients: read(`${ofEnvironment}/recipients`, 'Who is notified of changes', recipients),
  removeRecipient: post(`${ofRecipient}/remove`, 'notify', 'Send a recipient nothing any more', {
    body: z.object({ reason }),
    response: recipient,
  }),
  testRecipient: post(`${ofRecipient}/test`, 'notify', 'Send a recipient a test, and report what came of it', {
    body: z.object({ reason }),
    response: notification,
  }),
  listNotifications: read(
    `${ofEnvironment}/notifications`,
    'What was sent to whom in the last 30 days, and what came of it, newest first',
    notifications,
    z.object({
      recipient: z.optional(names.pathNames.recipient).check(z.describe('Only to this recipient.')),
      limit: z._default(names.count(1, 500), 100),
    }),
  ),
}
