import type { Row } from './row'

/** Runs one part of the measurement and stores its rows. */
export type Step = (table: string, name: string, work: () => Promise<Row[]> | Row[]) => Promise<void>

/**
 * A failure becomes a row that is not met, with its reason, and does not affect the others. `write` is called after each.
 * With `names` only steps of these names are run.
 */
export function steps(rows: Row[], write: () => void, names: string[] = []): Step {
  return async (table, name, work) => {
    if (names.length > 0 && !names.includes(name)) return
    try {
      rows.push(...(await work()))
    } catch (error) {
      rows.push(failedRow(table, name, error))
    }
    write()
  }
}

export const failedRow = (table: string, figure: string, error: unknown): Row => ({
  table,
  figure,
  ours: '',
  yardstick: '',
  value: Number.NaN,
  unit: '',
  target: { atMost: 0 },
  failed: (String((error as Error)?.message ?? error).split('\n', 1)[0] ?? '').slice(0, 200),
})
