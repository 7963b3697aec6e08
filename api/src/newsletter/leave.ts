import rateLimit from '@fastify/rate-limit'
import { paths } from '@marram/api-contract/paths'
import { clientNetwork } from '@marram/server/client-network'
import { and, eq, inArray } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/schema'
import type { Outbox } from '../mail/outbox'
import { mails } from '../mail/tables'
import { subscribers } from './tables'

/** Takes whoever has the token off the list, with the list's mails to the address: those that wait are not sent. */
export async function leaveList(db: Db, token: string): Promise<void> {
  if (!isToken(token)) return
  await db.transaction(async (tx) => {
    const gone = await tx.delete(subscribers).where(eq(subscribers.token, token)).returning()
    for (const { email } of gone)
      await tx.delete(mails).where(and(eq(mails.to, email), inArray(mails.kind, ['newsletter', 'confirmation'])))
  })
}

export const isToken = (text: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

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
