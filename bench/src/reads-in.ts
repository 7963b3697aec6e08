const RESPONSES = /^marram_http_request_duration_seconds_count\{([^}]*)\} (\d+)$/gm

/** GET responses that a server's metrics count. Throws if they count no responses at all, which would look like no reads. */
export function readsIn(metrics: string): number {
  const counted = [...metrics.matchAll(RESPONSES)]
  if (counted.length === 0) throw new Error('the metrics count no responses')
  return counted
    .filter(([, labels]) => labels?.includes('method="GET"'))
    .reduce((sum, [, , count]) => sum + Number(count), 0)
}
