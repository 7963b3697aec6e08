import { type ApiProcess, startApi } from './api-process'
import { type EdgeProcess, startEdge } from './edge-process'
import { type LocalRegistry, localRegistry } from './local-registry'
import { PARTS } from './parts'

type Servers = { edge: EdgeProcess; registry: LocalRegistry; api: ApiProcess }

/** An edge with its own API and registry. Everything that was started is stopped, even if the next one did not start. */
export async function withEdge<T>(env: Record<string, string>, use: (servers: Servers) => Promise<T>): Promise<T> {
  const stops: (() => Promise<void>)[] = []
  try {
    const api = await startApi('')
    stops.unshift(() => api.stop())
    const registry = await localRegistry(PARTS)
    stops.unshift(() => registry.close())
    const edge = await startEdge({ api: api.url, registry: registry.url, env })
    stops.unshift(() => edge.stop())
    return await use({ edge, registry, api })
  } finally {
    for (const stop of stops) await stop()
  }
}
