import type { Input } from '../registry'

const MOST = 50
const DAY = /^\d{4}-\d\d-\d\d$/

/** The query of the registry, from the page's address: `from` and `to` are days of this browser's calendar. */
export function eventsQuery(search: URLSearchParams): Input<'listEvents'> {
  const given = (name: string) => search.get(name)?.trim() || undefined
  return {
    environment: given('environment'),
    part: given('part'),
    action: given('action'),
    actor: given('actor'),
    // The registry refuses anything else.
    refused: given('refused') as 'true' | 'false' | undefined,
    since: startOf(search.get('from'), 0),
    until: startOf(search.get('to'), 1),
    limit: MOST,
  }
}

/** The moment when a day begins, or the one so many days after it. */
function startOf(day: string | null, later: number): string | undefined {
  if (!day || !DAY.test(day)) return undefined
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const begins = new Date(year, month - 1, date + later)
  return Number.isNaN(begins.getTime()) ? undefined : begins.toISOString()
}
