const MOST = 50
const DAY = /^\d{4}-\d\d-\d\d$/

/** What the registry is asked, of what the page's address says: `from` and `to` are days of this browser's calendar. */
export function eventsQuery(asked: URLSearchParams): string {
  const query = new URLSearchParams()
  for (const name of ['environment', 'part', 'action', 'actor', 'refused']) {
    const value = asked.get(name)?.trim()
    if (value) query.set(name, value)
  }
  const since = startOf(asked.get('from'), 0)
  const until = startOf(asked.get('to'), 1)
  if (since) query.set('since', since)
  if (until) query.set('until', until)
  query.set('limit', String(MOST))
  return query.toString()
}

/** The moment when a day begins, or the one so many days after it. */
function startOf(day: string | null, later: number): string | undefined {
  if (!day || !DAY.test(day)) return undefined
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const begins = new Date(year, month - 1, date + later)
  return Number.isNaN(begins.getTime()) ? undefined : begins.toISOString()
}
