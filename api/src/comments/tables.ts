import type { ArticleKind } from '@marram/api-contract/comments'
import { index, integer, text, uuid } from 'drizzle-orm/pg-core'
import { users } from '../accounts/tables'
import { api, required, texts, writtenAt } from '../database/schema'

export const comments = api.table(
  'comments',
  {
    id: uuid('id').primaryKey(),
    kind: required('kind').$type<ArticleKind>(),
    /** Of the article. Not a reference: articles of three tables can have comments. */
    slug: required('slug'),
    /** Who was logged in; also null after that account was deleted. */
    user: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    ...texts('name', 'text'),
    email: text('email'),
    website: text('website'),
    rating: integer('rating'),
    /** Null before a decision. Accepted comments are shown. */
    decision: text('decision').$type<'taken' | 'rejected'>(),
    createdAt: writtenAt(),
  },
  (table) => [
    index('comments_by_article').on(table.kind, table.slug, table.createdAt),
    index('comments_by_user').on(table.user),
  ],
)
