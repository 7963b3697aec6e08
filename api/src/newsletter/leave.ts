import { and, eq, inArray, like, or } from 'drizzle-orm'
import type { Db } from '../database/schema'
import { mails } from '../mail/tables'
import { subscribers } from './tables'

/** Takes whoever has the token off the list, with the list's mails to the address: those that wait are not sent. */
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
