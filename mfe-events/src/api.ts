import type { EventSummary } from '@marram/api-contract/event-summary'
import type { getSport } from '@marram/api-contract/events'
import * as forms from '@marram/api-contract/forms'
import { createSubmission, type FilledField } from '@marram/api-contract/submissions'
import { type CallOptions, call, get } from '@marram/sdk/api-client'
import { ApiError } from '@marram/sdk/api-error'

/** Throws a 404 for an item without a name: some hosts send an empty item where others send a 404. */
function existing<Item>(item: Item, name: string): Item {
  if (name === '') throw new ApiError('answer', 404, 'There is nothing at this address.')
  return item
}

export type EventEndpoint = typeof getSport

export async function getEvent(endpoint: EventEndpoint, slug: string, signal: AbortSignal): Promise<EventSummary> {
  const event = await get(endpoint, { params: { slug }, signal })
  return existing(event, event.title)
}

/** `event` is the slug of the event that the visitor comes from, if that is known. */
export async function getForm(id: string, event?: string, signal?: AbortSignal): Promise<forms.Form> {
  const form = await get(forms.getForm, { params: { id }, query: { event }, signal })
  return existing(form, form.form_name)
}

/** Longer than edge and API wait (`requestMs`, `UPSTREAM_TIMEOUT_MS`): their messages are better than a timeout of ours. */
const SENDING_MS = 210_000

export async function sendForm(
  id: string,
  fields: FilledField[],
  options: Pick<CallOptions, 'idempotencyKey' | 'onUpload'>,
) {
  const body = { submitted_form: id, form_data: fields }
  const { message, data } = await call(createSubmission, { ...options, body, timeout: SENDING_MS })
  return { message, reference: data.reference, mailed: data.mailed, listed: data.listed }
}
