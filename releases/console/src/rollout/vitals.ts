import { percent } from '../page/words'

export type Counts = Partial<Record<string, number>>

/** What browsers measure, and what is good by those who made the measures. */
export const vitals = [
  { name: 'lcp', words: 'Main content there (LCP)', good: '2.5 s' },
  { name: 'inp', words: 'Answers a click (INP)', good: '0.2 s' },
  { name: 'cls', words: 'Moves by itself (CLS)', good: '0.1' },
] as const

/** `80 % good, 15 % fair, 5 % poor of 120`; undefined where nothing was measured. */
export function vitalWords(counts: Counts, name: string): string | undefined {
  const [good, fair, poor] = ['good', 'fair', 'poor'].map((grade) => counts[`${name}.${grade}`] ?? 0) as [
    number,
    number,
    number,
  ]
  const all = good + fair + poor
  if (all === 0) return undefined
  const share = (part: number) => percent(Math.round((part / all) * 100))
  return `${share(good)} good, ${share(fair)} fair, ${share(poor)} poor of ${all}`
}
