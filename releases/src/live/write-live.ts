import { notify } from '@marram/server/database'
import { and, eq, sql } from 'drizzle-orm'
import type { ReleasesTransaction } from '../database'
import { composition, environment, liveComposition, rollout } from '../schema'
import { alone, type States } from './states'
import { compositionsOf } from './variants'

/** Returns the new revision of each part that changed. A part without a state is no longer live. */
export async function writeStates(tx: ReleasesTransaction, name: string, states: States, parts: string[]) {
  const revisions: Record<string, number> = {}
  const grown = { changedAt: new Date(), revision: sql`${rollout.revision} + 1` }
  for (const part of parts) {
    const state = states[part]
    const [updated] = await tx
      .update(rollout)
      .set({ ...(state ?? alone), ...grown, live: state !== undefined })
      .where(and(eq(rollout.environment, name), eq(rollout.part, part)))
      .returning({ revision: rollout.revision })
    if (!updated && state) await tx.insert(rollout).values({ environment: name, part, ...state })
    revisions[part] = updated?.revision ?? 1
  }
  await growEnvironment(tx, name)
  return revisions
}

/** The channel on which every process of the registry learns the name of an environment whose document has changed. */
export const ENVIRONMENT_CHANGED = 'marram_environment'

/** The data of the discovery document has changed. */
export async function growEnvironment(tx: ReleasesTransaction, name: string): Promise<void> {
  const grown = { revision: sql`${environment.revision} + 1` }
  await tx.update(environment).set(grown).where(eq(environment.name, name))
  await notify(tx, ENVIRONMENT_CHANGED, name)
}

/** Stores every set of versions that some visitor gets from now on, under its id. */
export async function writeCompositions(tx: ReleasesTransaction, name: string, states: States): Promise<void> {
  const served = compositionsOf(states)
  const now = new Date()
  await tx
    .insert(composition)
    // In one order, so that changes of two environments do not wait for each other.
    .values(served.map(({ id, versions }) => ({ id, versions })).sort((a, b) => (a.id < b.id ? -1 : 1)))
    .onConflictDoNothing()
  await tx
    .insert(liveComposition)
    .values(
      served.map(({ id, partial }) => ({ environment: name, composition: id, partial, firstAt: now, lastAt: now })),
    )
    .onConflictDoUpdate({
      target: [liveComposition.environment, liveComposition.composition],
      set: { lastAt: now, partial: sql`${liveComposition.partial} and excluded.partial` },
    })
}
