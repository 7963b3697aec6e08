import { ApiError } from '@marram/client/api-error'
import { call, get } from '@marram/client/client'
import { type Form, getForm as formDetail } from '@marram/contracts/forms'
import { listOpenSports, getSport as sportDetail } from '@marram/contracts/sports'
import { createSubmission, type FilledField } from '@marram/contracts/submissions'

/** What has no name is not there: some hosts answer with nothing where others say so. */
function existing<Item>(item: Item, name: string): Item {
  if (name === '') throw new ApiError('answer', 404, 'There is nothing at this address.')
  return item
}

export const listSports = (signal: AbortSignal) => get(listOpenSports, { signal })

export async function getSport(slug: string, signal: AbortSignal) {
  const sport = await get(sportDetail, { params: { slug }, signal })
  return existing(sport, sport.title)
}

export async function getForm(id: string, signal: AbortSignal): Promise<Form> {
  const form = await get(formDetail, { params: { id }, signal })
  return existing(form, form.form_name)
}

/** Sends a filled form. Returns the server's message. */
export async function sendForm(id: string, fields: FilledField[], idempotencyKey: string): Promise<string | undefined> {
  const body = { submitted_form: id, form_data: fields }
  return (await call(createSubmission, { body, idempotencyKey })).message
}
