/** One row of a table of results: a measured value and its yardstick. */
export type Row = {
  table: string
  figure: string
  /** As text with unit and spread. */
  ours: string
  yardstick: string
  /** The same of one build that a server renders. */
  serverRendered?: string
  /** The same of a naive federation, for the reader. */
  naive?: string
  /** The same of Next.js's multi-zones and of single-spa, for the reader. */
  zones?: string
  singleSpa?: string
  /** The number that is compared with the target. */
  value: number
  unit: '' | ' ms' | ' KB' | ' µs'
  target: { atLeast: number } | { atMost: number }
  /** Why nothing was measured. */
  failed?: string
}

/** NaN meets no target. */
export const isMet = ({ value, target }: Row): boolean =>
  'atLeast' in target ? value >= target.atLeast : value <= target.atMost

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2
}

/** The value below which a part of all lies; `part` is 0.95 for p95. */
export function quantile(values: number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] as number
}

/** Median with the smallest and largest, as `5,210 (4,980–5,400)`. */
export function withSpread(values: number[], digits = 0): string {
  const show = (value: number) => value.toLocaleString('en', { maximumFractionDigits: digits })
  return `${show(median(values))} (${show(Math.min(...values))}–${show(Math.max(...values))})`
}
