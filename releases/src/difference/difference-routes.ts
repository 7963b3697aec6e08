import { z } from 'zod'
import * as address from '../addresses'
import type { App, Registry } from '../app'
import type { ReleasesDatabase } from '../database'
import { documentedForHolders } from '../document'
import { readReleases, releaseKey, revisionOf, rolloutsOf } from '../live'
import { Refusal } from '../refusal'
import { difference } from './answers'
import { differenceOf } from './difference'

const params = z.object({ environment: address.environment, part: address.part, version: address.version })

/** What a version would change for visitors. */
export function differenceRoutes(app: App, { db }: Registry): void {
  app.get(
    '/releases/environments/:environment/parts/:part/versions/:version/difference',
    {
      config: { action: 'read' },
      schema: {
        ...documentedForHolders('showDifference', 'What a version has that the live one has not', difference),
        params,
      },
    },
    (request) => differenceToLive(db, request.params),
  )
}

async function differenceToLive(db: ReleasesDatabase, { environment, part, version }: z.infer<typeof params>) {
  await revisionOf(db, environment)
  const live = (await rolloutsOf(db, environment)).find((row) => row.part === part)?.stable
  if (live === undefined)
    throw new Refusal('not-found', `${part} is not live in ${environment}: there is nothing to compare with.`)
  const known = await readReleases(
    db,
    [live, version].map((each) => ({ part, version: each })),
  )
  const [before, after] = [live, version].map((each) => known.get(releaseKey(part, each))?.manifest)
  if (!before || !after)
    throw new Refusal('not-found', `There is no complete release ${part} ${after ? live : version}.`)
  return { environment, part, version, live, ...differenceOf(before, after) }
}
