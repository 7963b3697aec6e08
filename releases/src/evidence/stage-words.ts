/** `boundary 2, late 1`: where it failed says who has to look at it. Empty where nothing failed. */
export function stageWords(counts: Iterable<readonly [metric: string, count: number]>): string {
  const stages: Record<string, number> = {}
  for (const [metric, count] of counts) {
    const stage = /\.failures\.(.+)$/.exec(metric)?.[1]
    if (stage && count > 0) stages[stage] = (stages[stage] ?? 0) + count
  }
  return Object.keys(stages)
    .sort()
    .map((stage) => `${stage} ${stages[stage]}`)
    .join(', ')
}
