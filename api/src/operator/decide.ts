import { OWN_WORK } from '@marram/api-contract/submissions'
import { and, asc, eq, isNull } from 'drizzle-orm'
import { users } from '../accounts/tables'
import { comments } from '../comments/tables'
import { bumpContentRevision } from '../content/revision'
import type { Db } from '../database/schema'
import { readable } from '../forms/export-submissions'
import { submissions } from '../forms/tables'
import { OperatorMistake } from '../operator-mistake'
import { isReferred, referenceOf } from '../reference'

export type Waiting = { reference: string; at: string; from: string; texts: [label: string, value: string][] }
export type Decision = 'taken' | 'rejected'

/** Visitors' own work without a decision, oldest first; images by their addresses. */
export async function waitingWork(db: Db, uploads: string): Promise<{ waiting: Waiting[] }> {
  const rows = await db
    .select({ sent: submissions, user: users })
    .from(submissions)
    .leftJoin(users, eq(users.id, submissions.user))
    .where(and(eq(submissions.form, OWN_WORK), isNull(submissions.decision)))
    .orderBy(asc(submissions.createdAt))
  return {
    waiting: rows.map(({ sent: { id, createdAt, fields }, user }) => ({
      ...{ reference: referenceOf(id), at: createdAt.toISOString() },
      from: user ? `${user.first_name} ${user.last_name}, ${user.phone}, ${user.email}` : 'an account that was deleted',
      texts: fields.filter(({ value }) => value !== '').map((field) => [field.label, readable(field, uploads)]),
    })),
  }
}

export async function waitingComments(db: Db): Promise<{ waiting: Waiting[] }> {
  const rows = await db.select().from(comments).where(isNull(comments.decision)).orderBy(asc(comments.createdAt))
  return {
    waiting: rows.map(({ id, createdAt, name, email, kind, slug, text, website }) => ({
      ...{ reference: referenceOf(id), at: createdAt.toISOString(), from: email ? `${name}, ${email}` : name },
      texts: [
        ['About', `${kind}/${slug}`],
        ['Comment', text],
        ...(website ? [['Website', website] as [string, string]] : []),
      ],
    })),
  }
}

/** Decides about the work with this reference, even after an earlier decision. Throws `OperatorMistake`. */
export async function decideWork(db: Db, reference: string, decision: Decision): Promise<{ decided: number }> {
  const named = and(isReferred(submissions.id, reference), eq(submissions.form, OWN_WORK))
  return db.transaction(async (tx) => {
    const changed = await tx.update(submissions).set({ decision }).where(named).returning({ id: submissions.id })
    return oneOf(changed, reference)
  })
}

/** The same for a comment; pages show it from now on, or no longer. */
export async function decideComment(db: Db, reference: string, decision: Decision): Promise<{ decided: number }> {
  const named = isReferred(comments.id, reference)
  return db.transaction(async (tx) => {
    const changed = await tx.update(comments).set({ decision }).where(named).returning({ id: comments.id })
    await bumpContentRevision(tx)
    return oneOf(changed, reference)
  })
}

/** An error rolls the change back. */
function oneOf({ length }: unknown[], reference: string): { decided: number } {
  if (length === 0) throw new OperatorMistake(`Nothing has the reference ${reference}.`)
  if (length > 1) throw new OperatorMistake(`${length} have the reference ${reference}: name the whole id.`)
  return { decided: length }
}
