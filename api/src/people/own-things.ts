import type { SentItem } from '@marram/api-contract/sent'
import { OWN_WORK } from '@marram/api-contract/submissions'
import { desc, eq } from 'drizzle-orm'
import type { Identity } from '../accounts/identity'
import { articleTitle } from '../comments/handlers'
import { comments } from '../comments/tables'
import type { Db } from '../database/schema'
import { imagesIn } from '../forms/delete-submissions'
import { forms, type StoredField, submissions } from '../forms/tables'
import type { Handlers } from '../http/call'
import { notFound } from '../http/refusal'
import type { Outbox } from '../mail/outbox'
import { referenceOf } from '../reference'
import type { UploadFiles } from '../uploads/upload-files'
import { removeUnfinishedUploads } from '../uploads/uploads'
import { eraseAccount } from './erase-account'

/** Everything that an account has sent, for its owner. Only by its id: its phone number proves nothing about older data. */
export const ownThingsHandlers = (who: Identity, files: UploadFiles, outbox: Outbox | undefined) =>
  ({
    async listSent(context, { token }) {
      const { user } = await who.loggedIn(context, token)
      const sent = [...(await formsOf(context.db, user.id)), ...(await commentsOf(context.db, user.id))]
      return sent.sort((one, other) => other.at.localeCompare(one.at))
    },

    async getSentImage(context, { params: { name = '' }, token }) {
      const { user } = await who.loggedIn(context, token)
      const mine = await context.db
        .select({ fields: submissions.fields })
        .from(submissions)
        .where(eq(submissions.user, user.id))
      if (!mine.some(({ fields }) => imagesIn(fields).includes(name))) throw notFound('This image')
      const chunks: Buffer[] = []
      for await (const chunk of await files.getStream(name)) chunks.push(chunk as Buffer)
      return { image: `data:image/webp;base64,${Buffer.concat(chunks).toString('base64')}` }
    },

    async deleteAccount(context, { body, token }) {
      const { user } = await who.proven(context, token, body.current_password)
      await context.db.transaction((tx) => eraseAccount(tx, outbox, user.id, body.with_sent))
      if (body.with_sent) await removeUnfinishedUploads(context.db, files)
      return { response: 'Your account has been deleted.' }
    },
  }) satisfies Partial<Handlers>

const WORK_TITLE = 'Title'

async function formsOf(db: Db, user: string): Promise<SentItem[]> {
  const rows = await db
    .select({ sent: submissions, name: forms.form_name })
    .from(submissions)
    .leftJoin(forms, eq(forms.slug, submissions.form))
    .where(eq(submissions.user, user))
    .orderBy(desc(submissions.createdAt))
  return rows.map(({ sent: { id, form, fields, decision, createdAt }, name }) => {
    const isWork = form === OWN_WORK
    const title = isWork && fields.find(({ label }) => label === WORK_TITLE)?.value
    return {
      ...{ id, reference: referenceOf(id), at: createdAt.toISOString(), fields: fields.map(shown) },
      kind: isWork ? ('work' as const) : ('registration' as const),
      title: title || name || form,
      state: isWork ? (decision ?? ('waiting' as const)) : ('received' as const),
    }
  })
}

const shown = ({ label, kind, value }: StoredField) => ({
  ...{ label, value },
  is_image: (kind === 'file' && value !== '') || undefined,
})

async function commentsOf(db: Db, user: string): Promise<SentItem[]> {
  const rows = await db.select().from(comments).where(eq(comments.user, user)).orderBy(desc(comments.createdAt))
  return Promise.all(
    rows.map(async ({ id, kind, slug, decision, createdAt, ...row }) => {
      const fields = { Comment: row.text, Name: row.name, 'E-mail': row.email, Website: row.website, Stars: row.rating }
      return {
        ...{ id, kind: 'comment' as const, reference: referenceOf(id), at: createdAt.toISOString() },
        // The article may have been removed meanwhile.
        title: await articleTitle(db, kind, slug).catch(() => slug),
        state: decision ?? ('waiting' as const),
        fields: Object.entries(fields).flatMap(([label, value]) => (value ? [{ label, value: String(value) }] : [])),
      }
    }),
  )
}
