const ANSWERED = /^marram_http_request_duration_seconds_count\{([^}]*)\} (\d+)$/gm

/** Answers to GET that a server's metrics count. Throws where they count no answer at all: that would pass for none. */
export function readsIn(metrics: string): number {
  const counted = [...metrics.matchAll(ANSWERED)]
  if (counted.length === 0) throw new Error('the metrics count no answers')
  return counted
    .filter(([, labels]) => labels?.includes('method="GET"'))
    .reduce((sum, [, , count]) => sum + Number(count), 0)
}
