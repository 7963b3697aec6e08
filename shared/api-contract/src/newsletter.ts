import * as z from 'zod/mini'
import { spoken } from './content/content-fields'
import { postEndpoint } from './endpoint'

const NO_ADDRESS = 'Enter an e-mail address such as name@example.org'

export const subscription = z.object({
  email: z.string(NO_ADDRESS).check(z.trim(), z.maxLength(254, NO_ADDRESS), z.email(NO_ADDRESS)),
})

export const subscribe = postEndpoint(
  '/api/home/news-letter/create',
  'Subscribe to the newsletter',
  subscription,
  spoken,
  { bearer: true },
)
