import rateLimit from '@fastify/rate-limit'
import { paths } from '@marram/api-contract/paths'
import { clientNetwork } from '@marram/server/client-network'
import { and, eq, inArray, like, or } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/schema'
import type { Outbox } from '../mail/outbox'
import { mails } from '../mail/tables'
import { subscribers } from './tables'

/** Removes the token's subscriber from the list; queued mails of the list to the address are not sent. */
export async function leaveList(db: Db, token: string): Promise<void> {
  if (!isToken(token)) return
  await db.transaction(async (tx) => {
    const gone = await tx.delete(subscribers).where(eq(subscribers.token, token)).returning()
    for (const { email } of gone) {
      const ofList = and(eq(mails.to, email), inArray(mails.kind, ['newsletter', 'confirmation']))
      await tx.delete(mails).where(or(ofList, like(mails.key, `newsletter:%:${token}`)))
    }
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
  // The form contains no further information.
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data']
  app.addContentTypeParser(forms, { parseAs: 'string' }, (_request, _body, done) => done(null, undefined))
  const url = `${ONE_CLICK}/:token`
  app.post<{ Params: { token: string } }>(url, { schema: { hide: true } }, async ({ params: { token } }) => {
    await leaveList(db, token)
    return { code: 200, response: 'You have left the list.' }
  })
  // For a browser: the edge passes on no redirect of an API.
  app.get<{ Params: { token: string } }>(url, { schema: { hide: true } }, async ({ params: { token } }, reply) =>
    reply.type('text/html; charset=utf-8').send(pageFor(outbox.site, token)),
  )
}

/** Nothing happens before a button is pressed: some mail programs open every link. */
const pageFor = (site: string, token: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>Newsletter – Marram</title>
<style>:root{color-scheme:light dark}body{max-width:34em;margin:3rem auto;padding:0 1.25rem;font:1.125rem/1.6 system-ui}a{display:inline-block;padding-block:.5rem}</style>
<h1>Newsletter</h1>
<p>Do you want to leave the list? We send you no newsletter then, and delete your address.</p>
<p><a href="${site}${paths.newsletter({ leave: token })}">Leave the list</a></p>
<p><a href="${site}${paths.home()}">Go to the home page of Marram</a></p>
</html>
`
