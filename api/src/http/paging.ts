import { WithFields } from './call'
import { Refusal } from './refusal'

const MOST = 100

/** One page of a list with its `total`; without a requested page the whole list, without a limit. */
export async function paged<Item>(
  query: Record<string, string | undefined>,
  read: (limit?: number, offset?: number) => Promise<Item[]>,
  count: () => Promise<number>,
): Promise<Item[] | WithFields<Item[]>> {
  if (query.page === undefined && query.page_size === undefined) return read()
  const { limit, offset } = pageOf(query, 10)
  return new WithFields(await read(limit, offset), { total: await count() })
}

/** The requested `page` and `page_size`. Throws a `Refusal` for anything but a number within bounds. */
export function pageOf(
  query: Record<string, string | undefined>,
  usualSize: number,
): { limit: number; offset: number } {
  const page = positive('page', query.page ?? '1', 1_000_000)
  const limit = positive('page_size', query.page_size ?? String(usualSize), MOST)
  return { limit, offset: (page - 1) * limit }
}

/** A parameter with a fixed set of values. Throws a `Refusal` for any other. */
export function oneOf<Choice extends string>(choices: readonly Choice[], parameter: string, text: string): Choice {
  const found = choices.find((choice) => choice === text)
  if (!found) throw new Refusal(400, `${parameter} must be one of ${choices.join(', ')}`)
  return found
}

function positive(name: string, text: string, most: number): number {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > most) throw new Refusal(400, `${name} must be a number from 1 to ${most}`)
  return value
}
