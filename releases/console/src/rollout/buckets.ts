type Minute = { minute: string; loads: number; failures: number }
export type Bucket = { from: number; loads: number; failures: number }

const MOST = 60

/** The minutes of a period, put together into at most sixty columns. */
export function bucketsOf(minutes: Minute[], since: string, hours: number): Bucket[] {
  const start = Math.floor(new Date(since).getTime() / 60_000) * 60_000
  const width = Math.ceil((hours * 60) / MOST) * 60_000
  const amount = Math.ceil((hours * 3_600_000) / width) + 1
  const buckets = Array.from({ length: amount }, (_, i) => ({ from: start + i * width, loads: 0, failures: 0 }))
  for (const { minute, loads, failures } of minutes) {
    const bucket = buckets[Math.floor((new Date(minute).getTime() - start) / width)]
    if (!bucket) continue
    bucket.loads += loads
    bucket.failures += failures
  }
  return buckets
}
