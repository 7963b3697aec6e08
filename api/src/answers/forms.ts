import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Answers, Context } from '../call'
import { forms, submissions } from '../database/tables'
import { checkSubmission } from '../forms/check-submission'
import { eventOfForm } from '../forms/event-of-form'
import { once } from '../idempotency'
import { notFound } from '../refusal'
import type { ImageReader } from '../uploads/read-image'

async function findForm({ db }: Context, id: string | undefined) {
  const [form] = await db
    .select()
    .from(forms)
    .where(eq(forms.slug, id ?? ''))
  if (!form) throw notFound('This form')
  return form
}

export const formAnswers: Answers<'getForm' | 'createSubmission'> = {
  async getForm(context, { params, query }) {
    const form = await findForm(context, params.id)
    return { ...form, idempotent: true, event: await eventOfForm(context, form.slug, query.event) }
  },

  createSubmission: (context, { body, idempotencyKey, client = '' }) =>
    once(context.db, 'createSubmission', idempotencyKey, body, async () => {
      const form = await findForm(context, String(body.submitted_form ?? body.form))
      const readImage: ImageReader = async (dataUrl) => {
        await context.uploads.admit(client)
        return context.readImage(dataUrl)
      }
      const { fields, images } = await checkSubmission(form.submission_form, body.form_data, readImage)
      const stored = await context.uploads.store(images, client)
      return {
        write: async (tx) => {
          const values = fields.map((field) => ({ ...field, value: stored.names.get(field) ?? field.value }))
          await tx.insert(submissions).values({ id: randomUUID(), form: form.slug, fields: values })
          await stored.finish(tx)
          return { response: 'Your registration has been sent.' }
        },
        undo: stored.discard,
      }
    }),
}
