import { Besides } from '../call'
import { Refusal } from '../refusal'

const MOST = 100

/**
 * One page of a list with `total` beside it, or the whole list where no page is asked for.
 * `read` gets no limit then.
 */
export async function paged<Item>(
  query: Record<string, string | undefined>,
  read: (limit?: number, offset?: number) => Promise<Item[]>,
  count: () => Promise<number>,
): Promise<Item[] | Besides<Item[]>> {
  if (query.page === undefined && query.page_size === undefined) return read()
  const page = positive('page', query.page ?? '1', 1_000_000)
  const size = positive('page_size', query.page_size ?? '10', MOST)
  return new Besides(await read(size, (page - 1) * size), { total: await count() })
}

function positive(name: string, text: string, most: number): number {
  const value = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (value < 1 || value > most) throw new Refusal(400, `${name} must be a number from 1 to ${most}`)
  return value
}
