import * as z from 'zod/mini'
import { spoken } from './content/content-fields'
import { endpoint } from './endpoint'

export const subscription = z.object({
  email: z.string().check(z.trim(), z.maxLength(254), z.email('Enter an e-mail address such as name@example.org')),
})
export type Subscription = z.infer<typeof subscription>

export const subscribe = endpoint({
  method: 'POST',
  path: '/api/home/news-letter/create',
  summary: 'Subscribe to the newsletter',
  envelope: 'none',
  data: spoken,
  body: subscription,
  bearer: true,
})
