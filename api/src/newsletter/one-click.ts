import rateLimit from '@fastify/rate-limit'
import { paths } from '@marram/api-contract/paths'
import { clientNetwork } from '@marram/server/client-network'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/schema'
import type { Outbox } from '../mail/outbox'
import { leaveList } from './leave'

export const ONE_CLICK = '/api/home/news-letter/one-click'

/** Leaves the list for a mail program, which posts a form (RFC 8058). */
export async function oneClick(
  app: FastifyInstance,
  { db, outbox, perMinute }: { db: Db; outbox: Outbox; perMinute: number },
): Promise<void> {
  const keyGenerator = ({ ip }: { ip: string }) => clientNetwork(ip)
  await app.register(rateLimit, { max: perMinute, timeWindow: '1 minute', keyGenerator })
  // What is in the form says nothing more.
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  app.addContentTypeParser(forms, { parseAs: 'string' }, (_request, _body, done) => done(null, undefined))
  const url = `${ONE_CLICK}/:token`
  app.post<{ Params: { token: string } }>(url, { schema: { hide: true } }, async ({ params: { token } }) => {
    await leaveList(db, token)
    return { code: 200, response: 'You have left the list.' }
  })
  // A browser: the edge passes no redirect of an API on.
  app.get<{ Params: { token: string } }>(url, { schema: { hide: true } }, async ({ params: { token } }) => ({
    ...{ code: 200, response: `To leave the list, open ${outbox.site}${paths.newsletter({ leave: token })}` },
  }))
}
