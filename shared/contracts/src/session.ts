import * as z from 'zod/mini'
import { spoken } from './content-fields'
import { endpoint } from './endpoint'

export const verifySession = endpoint({
  method: 'POST',
  path: '/api/auth/token/verify',
  summary: 'Whether an access token is valid; the code is the answer',
  envelope: 'none',
  data: spoken,
  body: z.object({ access_token: z.string() }),
})
