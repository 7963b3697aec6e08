import * as z from 'zod/mini'
import { spoken } from './content/content-fields'
import { postEndpoint } from './endpoint'

export const subscription = z.object({
  email: z.string().check(z.trim(), z.maxLength(254), z.email('Enter an e-mail address such as name@example.org')),
})

export const subscribe = postEndpoint(
  '/api/home/news-letter/create',
  'Subscribe to the newsletter',
  subscription,
  spoken,
  { bearer: true },
)
