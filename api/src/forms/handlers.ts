import { randomUUID } from 'node:crypto'
import { asksForPhone, type Form, type FormField, optionsOf } from '@marram/api-contract/forms'
import { subscription } from '@marram/api-contract/newsletter'
import { normalPhone, phoneMistake } from '@marram/api-contract/phone'
import { CLOSED, type FilledField, LOG_IN_FIRST, NOTHING_FILLED, OWN_WORK } from '@marram/api-contract/submissions'
import { cleanHtml } from '@marram/html/clean-html'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Identity } from '../accounts/identity'
import { textOfHtml } from '../content/plain-text'
import type { Tx } from '../database/schema'
import type { Context, Handlers } from '../http/call'
import { once } from '../http/idempotency'
import { found, Refusal } from '../http/refusal'
import { letter, type Outbox, queueMail } from '../mail/outbox'
import { referenceOf } from '../reference'
import { FieldRefused, type ImageReader } from '../uploads/read-image'
import type { Uploads } from '../uploads/uploads'
import { forms, type StoredField, submissions } from './tables'

export const findForm = async ({ db }: Context, id = '') =>
  found(await db.select().from(forms).where(eq(forms.slug, id)), 'This form')

type Parts = {
  readImage: ImageReader
  uploads: Uploads
  who: Identity
  outbox: Outbox | undefined
  /** Why a form takes nothing: its events know it. */
  whyClosed: (context: Context, form: string) => Promise<Form['closed']>
}

export const formHandlers = ({ readImage, uploads, who, outbox, whyClosed }: Parts) =>
  ({
    createSubmission: (context, { body, idempotencyKey, client = '', token }) =>
      once(context.db, 'createSubmission', idempotencyKey, body, async () => {
        const form = await findForm(context, String(body.submitted_form ?? body.form))
        const user = await who.visitor(context, token)
        const isWork = form.slug === OWN_WORK
        if ((form.requires_login || isWork) && !user) throw new Refusal(401, LOG_IN_FIRST)
        const closed = isWork ? undefined : await whyClosed(context, form.slug)
        if (closed) throw new Refusal(409, CLOSED[closed])
        const admitAndRead: ImageReader = async (dataUrl) => {
          await uploads.admit(client)
          return readImage(dataUrl)
        }
        const { fields, images } = await checkSubmission(form.submission_form, body.form_data, admitAndRead)
        const stored = await uploads.store(images, client)
        return {
          write: async (tx) => {
            const values = fields.map((field) => ({ ...field, value: stored.names.get(field) ?? field.value }))
            const id = randomUUID()
            await tx.insert(submissions).values({ id, form: form.slug, fields: values, user: user?.id })
            await stored.finish(tx)
            const to = user?.email ?? addressIn(fields)
            return {
              response: isWork ? 'Your work has been sent.' : 'Your registration has been sent.',
              reference: referenceOf(id),
              listed: user !== undefined,
              mailed: outbox ? await sendReceipt(tx, outbox, to, form.form_name, id) : false,
            }
          },
          undo: stored.discard,
        }
      }),
  }) satisfies Partial<Handlers>

/** Repeats no form values: anybody can enter somebody else's address. */
async function sendReceipt(tx: Tx, outbox: Outbox, to: string | undefined, form: string, id: string) {
  if (!to) return false
  const reference = referenceOf(id)
  const words = `what you sent with the form "${form}" has arrived. Its reference is

${reference}

Name it if you write to us or ring us about it. If it was not you who sent this, please tell us.`
  const subject = `We have received it: ${form} (${reference})`
  return queueMail(tx, outbox, { key: `receipt:${id}`, kind: 'receipt', to, subject, text: letter(outbox, words) })
}

/** The values of fields for an e-mail address. */
function addressIn(fields: StoredField[]): string | undefined {
  const asked = fields.find(({ kind, label }) => kind === 'textfield' && /\be-?mail\b/i.test(label))
  return asked && z.safeParse(subscription, { email: asked.value }).data?.email
}

/** Of an unknown label, in the response. */
const LONGEST_LABEL = 200

/** Checks form values against a form, by label; a missing one counts as empty. Reports all mistakes together. */
export async function checkSubmission(form: FormField[], filled: FilledField[], readImage: ImageReader) {
  const given = new Map<string, FilledField[]>()
  for (const field of filled) given.set(field.data_label, [...(given.get(field.data_label) ?? []), field])
  const errors = new Map<string, string>()
  const fields: StoredField[] = []
  const images = new Map<StoredField, Buffer>()
  for (const field of form) {
    const { data_label: label, data_type: kind } = field
    const ofLabel = given.get(label) ?? []
    given.delete(label)
    try {
      const stored = { label, kind, value: checkField(field, ofLabel) }
      fields.push(stored)
      if (kind === 'file' && stored.value) images.set(stored, await readImage(stored.value))
    } catch (error) {
      if (!(error instanceof FieldRefused)) throw error
      errors.set(label, error.message)
    }
  }
  for (const label of given.keys()) errors.set(label.slice(0, LONGEST_LABEL), 'The form has no such field')
  const [first] = errors
  if (first) throw new Refusal(400, first.join(': '), Object.fromEntries(errors))
  if (fields.every(({ value }) => value === '')) throw new Refusal(400, NOTHING_FILLED)
  return { fields, images }
}

const LONGEST_TEXT = 2_000
const LONGEST_PARAGRAPH = 50_000

/** The value to store, empty if nothing was entered; images are unchanged. Throws `FieldRefused`. */
function checkField(field: FormField, filled: FilledField[]): string {
  if (filled.length > 1) throw new FieldRefused('This field was sent twice')
  const [given] = filled
  if (given && given.data_type !== field.data_type) throw new FieldRefused('This field is of another kind')
  const sent = given?.data_value ?? ''
  // A choice may be sent as a list of one.
  const value = valueToStore(field, (Array.isArray(sent) ? sent.join(', ') : sent).trim())
  if (value === '' && field.required) throw new FieldRefused(request(field))
  return value
}

function valueToStore(field: FormField, sent: string): string {
  switch (field.data_type) {
    case 'file':
      return sent
    case 'paragraph':
      return paragraph(sent)
    case 'selectfield':
      if (sent !== '' && !optionsOf(field).includes(sent)) throw new FieldRefused('Choose one of the options')
      return sent
    case 'textfield': {
      if (sent.length > LONGEST_TEXT) throw tooLong(LONGEST_TEXT)
      if (!isVisible(sent)) return ''
      if (!asksForPhone(field)) return sent
      const mistake = phoneMistake(sent)
      if (mistake) throw new FieldRefused(mistake)
      return normalPhone(sent)
    }
  }
}

/** From a rich-text editor, whose empty value is `<p><br></p>`. */
function paragraph(html: string): string {
  if (html.length > LONGEST_PARAGRAPH) throw tooLong(LONGEST_PARAGRAPH, ', formatting included')
  let clean: string
  try {
    clean = cleanHtml(html)
  } catch (cause) {
    throw new FieldRefused('The formatting of this text cannot be read. Paste it again as plain text.', { cause })
  }
  if (clean.length > LONGEST_PARAGRAPH) throw tooLong(LONGEST_PARAGRAPH, ', formatting included')
  return isVisible(textOfHtml(clean)) || clean.includes('<img') ? clean : ''
}

/** Some characters are invisible, and a value of only these looks empty. */
const isVisible = (text: string) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

const tooLong = (most: number, more = '') =>
  new FieldRefused(`Use at most ${most.toLocaleString('en')} characters${more}`)

function request({ data_label: label, data_type: kind }: FormField): string {
  if (kind === 'file') return `Choose an image for “${label}”`
  if (kind === 'selectfield') return `Choose an answer for “${label}”`
  return `Fill in “${label}”`
}
