import type { lookAt } from '@marram/server/free-disk'
import type { Logger } from '@marram/server/log'
import type { Metrics } from '@marram/server/metrics'
import { startEdge } from '../server'
import { type EdgeLimits, edgeEnvironment } from '../settings'

type TestEdge = {
  /** Its data folder. */
  folder: string
  api: { url: string }
  registry: { url: string }
  /** Further environment variables. */
  environment?: Record<string, string | undefined>
  limits?: Partial<EdgeLimits>
  port?: number
  metrics?: Metrics
  log?: Logger
  lookAtDisk?: typeof lookAt
}

/** An edge in this process, on a port that is free, with one render process. It ends without waiting for a proxy. */
export function startTestEdge({ folder, api, registry, environment = {}, port = 0, ...given }: TestEdge) {
  const settings = edgeEnvironment.parse({
    MARRAM_DATA: folder,
    API_HOST: api.url,
    RELEASES_URL: registry.url,
    RELEASES_TOKEN: 'an-edge-token',
    RENDER_PROCESSES: '1',
    DRAIN_MS: '0',
    PREVIEW_PORT: '0',
    ...environment,
  })
  return startEdge({ ...settings, PORT: port, PUBLIC_URL: 'https://marram.example', MEDIA_HOST: '' }, given)
}
