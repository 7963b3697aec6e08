import { call, get } from '@marram/client/client'
import { type Form, getForm as formDetail } from '@marram/contracts/forms'
import { listOpenSports, getSport as sportDetail } from '@marram/contracts/sports'
import { createSubmission, type FilledField } from '@marram/contracts/submissions'

export const listSports = (signal: AbortSignal) => get(listOpenSports, { signal })

export const getSport = (slug: string, signal: AbortSignal) => get(sportDetail, { params: { slug }, signal })

export const getForm = (id: string, signal: AbortSignal): Promise<Form> => get(formDetail, { params: { id }, signal })

/** Sends a filled form. Returns the server's message. */
export async function sendForm(id: string, fields: FilledField[], idempotencyKey: string): Promise<string | undefined> {
  const body = { submitted_form: id, form_data: fields }
  return (await call(createSubmission, { body, idempotencyKey })).message
}
