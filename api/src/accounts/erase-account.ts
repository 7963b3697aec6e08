import { eq } from 'drizzle-orm'
import type { Db, Tx } from '../database/schema'
import { users } from './tables'

/** Deletes an account with its sessions. What was sent with forms, comments and quizzes stays, and is of nobody any more. */
export async function eraseAccount(db: Db | Tx, user: string): Promise<void> {
  await db.delete(users).where(eq(users.id, user))
}
