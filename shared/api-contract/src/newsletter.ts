import * as z from 'zod/mini'
import { messageEndpoint } from './endpoint'

const NO_ADDRESS = 'Enter an e-mail address such as name@example.org'

export const subscription = z.object({
  email: z.string(NO_ADDRESS).check(z.trim(), z.maxLength(254, NO_ADDRESS), z.email(NO_ADDRESS)),
})

export const subscribe = messageEndpoint('/api/home/news-letter/create', 'Subscribe to the newsletter', subscription, {
  bearer: true,
})

// The rest is specific to our API, and only if the site sends mail.

/** Contained in our mails; identifies an address of the list without revealing it. */
const byToken = z.object({ token: z.string() })

export const confirmSubscription = messageEndpoint(
  '/api/home/news-letter/confirm',
  'Join the list, by a link in a mail to the address',
  byToken,
)

export const leaveNewsletter = messageEndpoint(
  '/api/home/news-letter/leave',
  'Leave the list; the address is deleted',
  byToken,
)
