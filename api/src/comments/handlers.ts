import { randomUUID } from 'node:crypto'
import { type ArticleKind, articleKinds } from '@marram/api-contract/comments'
import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { Identity } from '../accounts/identity'
import { bumpContentRevision } from '../content/revision'
import { mainNews, news, publications } from '../content/tables'
import type { Db, Tx } from '../database/schema'
import { type Handlers, withoutNulls } from '../http/call'
import { once } from '../http/idempotency'
import { found, notFound } from '../http/refusal'
import { comments } from './tables'

const tables = { 'main-news': mainNews, news, publication: publications }

/** The title of a comment's article. Throws 404 if there is no such article. */
export async function articleTitle(db: Db, kind: ArticleKind, slug: string): Promise<string> {
  const table = tables[kind]
  return found(await db.select({ title: table.title }).from(table).where(eq(table.slug, slug)), 'This article').title
}

export const commentHandlers = (who: Identity) =>
  ({
    async listComments({ db }, { params: { kind: asked, slug = '' } }) {
      const kind = articleKinds.find((each) => each === asked)
      if (!kind) throw notFound('This article')
      await articleTitle(db, kind, slug)
      const shown = and(eq(comments.kind, kind), eq(comments.slug, slug), eq(comments.decision, 'taken'))
      const rows = await db.select().from(comments).where(shown).orderBy(asc(comments.createdAt), asc(comments.id))
      // Only the fields that are named here are sent, without the address.
      return rows.map(({ id, name, text, website, rating, createdAt }) => ({
        ...{ id, name, text, date: createdAt.toISOString().slice(0, 10) },
        ...withoutNulls({ website, rating }),
      }))
    },

    createComment: (context, { body: { email, website, ...body }, idempotencyKey, token }) =>
      once(context.db, 'createComment', idempotencyKey, { ...body, email, website }, async () => {
        await articleTitle(context.db, body.kind, body.slug)
        const user = (await who.visitor(context, token))?.id
        return {
          async write(tx) {
            const given = { email: email || null, website: website || null }
            await tx.insert(comments).values({ id: randomUUID(), user, ...body, ...given })
            return { response: 'Thank you. Somebody here reads your comment, and then it stands under the article.' }
          },
        }
      }),

    async withdrawComment(context, { body: { id }, token }) {
      const { user } = await who.loggedIn(context, token)
      const mine = and(eq(comments.user, user.id), eq(comments.id, id))
      const deleted =
        /^[\da-f-]{36}$/.test(id) && (await context.db.transaction((tx) => deleteComments(tx, mine as SQL)))
      if (!deleted) throw notFound('This comment')
      return { response: 'Your comment has been deleted.' }
    },
  }) satisfies Partial<Handlers>

/** Deletes comments, also from the pages that show them. Returns how many. */
export async function deleteComments(tx: Tx, which: SQL): Promise<number> {
  const deleted = await tx.delete(comments).where(which).returning({ decision: comments.decision })
  if (deleted.some(({ decision }) => decision === 'taken')) await bumpContentRevision(tx)
  return deleted.length
}
