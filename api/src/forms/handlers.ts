import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Context, Handlers } from '../http/call'
import { once } from '../http/idempotency'
import { notFound } from '../http/refusal'
import type { ImageReader } from '../uploads/read-image'
import type { Uploads } from '../uploads/uploads'
import { checkSubmission } from './check-submission'
import { forms, submissions } from './tables'

/** The form of this id. Throws a `Refusal` where there is none. */
export async function findForm({ db }: Context, id: string | undefined) {
  const [form] = await db
    .select()
    .from(forms)
    .where(eq(forms.slug, id ?? ''))
  if (!form) throw notFound('This form')
  return form
}

export type FormParts = { readImage: ImageReader; uploads: Uploads }

export const formHandlers = ({ readImage, uploads }: FormParts) =>
  ({
    createSubmission: (context, { body, idempotencyKey, client = '' }) =>
      once(context.db, 'createSubmission', idempotencyKey, body, async () => {
        const form = await findForm(context, String(body.submitted_form ?? body.form))
        const admitAndRead: ImageReader = async (dataUrl) => {
          await uploads.admit(client)
          return readImage(dataUrl)
        }
        const { fields, images } = await checkSubmission(form.submission_form, body.form_data, admitAndRead)
        const stored = await uploads.store(images, client)
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
  }) satisfies Partial<Handlers>
