import { LRUCache } from 'lru-cache'

/** Several times as many as are in use at a time. */
const MOST = 300

type Labels = Record<string, string>

/**
 * Returns the labels to count under, and keeps those of the releases that were counted last: the series of others leave
 * the metric. New releases go on coming, and an edge runs for months.
 */
export function recentSeries<Given extends Labels>(metric: { remove: (labels: Given) => void }) {
  const recent = new LRUCache<string, Map<string, Given>>({
    max: MOST,
    dispose: (all) => {
      for (const labels of all.values()) metric.remove(labels)
    },
  })
  return (release: string, labels: Given): Given => {
    const all = recent.get(release) ?? new Map<string, Given>()
    if (all.size === 0) recent.set(release, all)
    all.set(JSON.stringify(labels), labels)
    return labels
  }
}
