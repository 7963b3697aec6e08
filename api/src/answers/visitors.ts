import type { Answers } from '../call'
import { subscribers } from '../database/tables'
import { Refusal } from '../refusal'

export const visitorAnswers: Answers<'subscribe' | 'verifySession'> = {
  // The same answer whether or not the address was there: nobody learns who subscribes.
  async subscribe({ db }, { body }) {
    await db.insert(subscribers).values({ email: body.email }).onConflictDoNothing()
    return { response: 'Thank you. You are on the list.' }
  },

  async verifySession({ tokens }, { body }) {
    if (!tokens.isValid(body.access_token)) throw new Refusal(401, 'Please log in again.')
    return { response: 'Your session is valid.' }
  },
}
