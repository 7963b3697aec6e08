import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { RegistryContext } from '../context'
import { registryServer } from '../http/registry-server'
import { consoleCalls } from './console-calls'
import { consoleFiles } from './console-files'
import { type ConsolePlace, keepToOrigin } from './console-origin'
import { sessionRoutes } from './session-routes'

/** What the console sends is small, and sent by people. */
const REQUEST_MS = 60_000
const MOST_CONNECTIONS = 1000

export type ConsoleSettings = {
  /** Of the built console. */
  folder?: string | undefined
  /** The origin that browsers use; where it is not given, localhost and the port that it listens on. */
  url?: string | undefined
  /** Where visitors see which environment, for links to previews. */
  site?: { url: string; environment: string } | undefined
}

/** The console on a listener of its own: its files, its session, and the registry's calls for whoever is logged in. */
export function createConsole(registry: RegistryContext, { folder, url, site }: ConsoleSettings): FastifyInstance {
  const { app } = registryServer(registry, { requestTimeout: REQUEST_MS })
  app.server.maxConnections = MOST_CONNECTIONS
  let known = url
  const origin = () => {
    known ??= `http://localhost:${(app.server.address() as AddressInfo).port}`
    return known
  }
  const place: ConsolePlace = { origin, secure: url?.startsWith('https:') ?? false, site: site ?? null }
  keepToOrigin(app, origin)
  const scoped = (routes: (scope: FastifyInstance) => void, prefix = '') =>
    app.register(async (scope) => routes(scope), { prefix })
  scoped((scope) => consoleFiles(scope, folder))
  scoped((scope) => sessionRoutes(scope, registry, place))
  scoped((scope) => consoleCalls(scope, registry, place), '/console')
  return app
}
