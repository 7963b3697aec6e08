import { createHash } from 'node:crypto'
import { z } from 'zod'
import { environment } from './addresses'
import type { App, Registry } from './app'
import type { ReleasesDatabase } from './database'
import { discoveryOf, releasesBehind } from './discovery'
import { names } from './etag'
import { readReleases, revisionOf, rolloutsOf } from './live'

type Answer = { revision: number; body: string; etag: string }

/** What edges ask for every second: from memory while the environment's revision stays. */
export function discoveryRoutes(app: App, { db }: Registry): void {
  const answers = new Map<string, Answer>()
  app.get(
    '/releases/environments/:environment/discovery.json',
    { schema: { params: z.object({ environment: environment }) } },
    async (request, reply) => {
      const name = request.params.environment
      const revision = await revisionOf(db, name)
      const known = answers.get(name)
      const answer = known?.revision === revision ? known : await compose(db, name, revision)
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
  const body = JSON.stringify(discoveryOf(rollouts, releases))
  return { revision, body, etag: `"${createHash('sha256').update(body).digest('base64url')}"` }
}
