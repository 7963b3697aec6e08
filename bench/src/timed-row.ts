import { median, type Row, withSpread } from './row'

/** A row about milliseconds of our own, without a yardstick. */
export const timedRow = (table: string, figure: string, measured: number[], atMost: number): Row => ({
  table,
  figure,
  ours: `${withSpread(measured)} ms`,
  yardstick: '',
  value: median(measured),
  unit: ' ms',
  target: { atMost },
})
