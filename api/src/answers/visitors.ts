import type { Answers } from '../call'
import { subscribers } from '../database/tables'

export const visitorAnswers: Answers<'subscribe'> = {
  // The same answer whether or not the address was there: nobody learns who subscribes.
  async subscribe({ db }, { body }) {
    await db.insert(subscribers).values({ email: body.email }).onConflictDoNothing()
    return { response: 'Thank you. You are on the list.' }
  },
}
