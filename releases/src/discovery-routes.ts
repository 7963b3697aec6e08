import { createHash } from 'node:crypto'
import { z } from 'zod'
import { environment } from './addresses'
import type { App, Registry } from './app'
import type { ReleasesDatabase } from './database'
import { discoveryOf, releasesBehind } from './discovery'
import { documented } from './document'
import { names } from './etag'
import { readReleases, revisionOf, rolloutsOf } from './live'
import { stopsOf } from './stops'

/** In the Frontend Discovery schema, v1-pre; what is in `extras` is ours. */
const discovery = z.looseObject({
  schema: z.string(),
  microFrontends: z.record(z.string(), z.array(z.looseObject({}))),
})

/** `until`: in milliseconds, when something that is stopped goes on by itself. */
type Answer = { revision: number; until: number; body: string; etag: string }

/** What edges ask for every second: from memory while the environment's revision stays. */
export function discoveryRoutes(app: App, { db }: Registry): void {
  const answers = new Map<string, Answer>()
  app.get(
    '/releases/environments/:environment/discovery.json',
    {
      schema: {
        ...documented('discover', 'The discovery document: what edges compose pages from', discovery),
        params: z.object({ environment: environment }),
      },
    },
    async (request, reply) => {
      const name = request.params.environment
      const revision = await revisionOf(db, name)
      const known = answers.get(name)
      const answer =
        known?.revision === revision && Date.now() < known.until ? known : await compose(db, name, revision)
      answers.set(name, answer)
      reply.header('etag', answer.etag).header('cache-control', 'no-cache')
      if (names(request.headers['if-none-match'], answer.etag)) return reply.code(304).send()
      return reply.type('application/json; charset=utf-8').send(answer.body)
    },
  )
}

/** Reads after the revision was read: what it finds may be newer, and is then composed once more. Never older. */
async function compose(db: ReleasesDatabase, name: string, revision: number): Promise<Answer> {
  const rollouts = await rolloutsOf(db, name)
  const releases = await readReleases(db, releasesBehind(rollouts))
  const stops = await stopsOf(db, name)
  const until = Math.min(...stops.map((stop) => stop.until?.getTime() ?? Number.POSITIVE_INFINITY))
  const body = JSON.stringify(discoveryOf(rollouts, releases, stops))
  return { revision, until, body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
}
