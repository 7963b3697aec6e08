import { asksForPhone, type FormField, optionsOf } from '@marram/api-contract/forms'
import { normalPhone, phoneMistake } from '@marram/api-contract/phone'
import type { FilledField } from '@marram/api-contract/submissions'
import { cleanHtml } from '@marram/html/clean-html'
import { textOfHtml } from '../content/plain-text'

const LONGEST_TEXT = 2_000
const LONGEST_PARAGRAPH = 50_000

/** What is wrong with one field, in words for whoever filled it. */
export class FieldRefused extends Error {
  override readonly name = 'FieldRefused'
}

/** The value to keep, empty where nothing was answered; an image is still as it came. Throws `FieldRefused`. */
export function checkField(field: FormField, answers: FilledField[]): string {
  if (answers.length > 1) throw new FieldRefused('This field was sent twice')
  const [answer] = answers
  if (answer && answer.data_type !== field.data_type) throw new FieldRefused('This field is of another kind')
  const sent = answer?.data_value ?? ''
  // A choice that came as a list of one is that one.
  const value = valueToKeep(field, (Array.isArray(sent) ? sent.join(', ') : sent).trim())
  if (value === '' && field.required) throw new FieldRefused(request(field))
  return value
}

function valueToKeep(field: FormField, sent: string): string {
  switch (field.data_type) {
    case 'file':
      return sent
    case 'paragraph':
      return paragraph(sent)
    case 'selectfield':
      if (sent !== '' && !optionsOf(field).includes(sent)) throw new FieldRefused('Choose one of the options')
      return sent
    case 'textfield':
      if (sent.length > LONGEST_TEXT) throw tooLong(LONGEST_TEXT)
      if (!isVisible(sent)) return ''
      return asksForPhone(field) ? phone(sent) : sent
  }
}

function phone(typed: string): string {
  const mistake = phoneMistake(typed)
  if (mistake) throw new FieldRefused(mistake)
  return normalPhone(typed)
}

/** From a rich-text editor, which leaves `<p><br></p>` where nothing is written. */
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

/** Some characters take no room, and a field with nothing else looks empty. */
const isVisible = (text: string) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text)

const tooLong = (most: number, more = '') =>
  new FieldRefused(`Use at most ${most.toLocaleString('en')} characters${more}`)

function request({ data_label: label, data_type: kind }: FormField): string {
  if (kind === 'file') return `Choose an image for “${label}”`
  if (kind === 'selectfield') return `Choose an answer for “${label}”`
  return `Fill in “${label}”`
}
