type Lived = { partial: boolean; firstAt: string; lastAt: string }

const at = (moment: string) => new Date(moment).getTime()

/**
 * What a composition is compared with, of all that were live, latest first: the one that everybody else had before, or,
 * for one of a rollout, the one that everybody else had meanwhile. Never the sibling that only its visitors had.
 */
export function beforeOf<Each extends Lived>(all: Each[], i: number): Each | undefined {
  const own = all[i]
  const next = all.slice(i + 1).find(({ partial }) => !partial)
  if (!own?.partial) return next
  // The last one of these is the nearest in time: each is written again with every change that it outlives.
  const meanwhile = all.findLast(
    ({ partial, firstAt, lastAt }) => !partial && at(firstAt) <= at(own.lastAt) && at(lastAt) >= at(own.lastAt),
  )
  return meanwhile ?? next
}
