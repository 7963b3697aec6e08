/** Columns with their headings. A cell without a value is a dash. */
export function table(headings: string[], cells: (string | number | null | undefined)[][]): string {
  const rows = [headings, ...cells.map((row) => row.map((cell) => String(cell ?? '-')))]
  const widths = headings.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lineOf = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return rows.map((row) => lineOf(row).trimEnd()).join('\n')
}

/** `events 1.0.0, shell 1.2.0` */
export const named = (record: Record<string, string>) =>
  Object.entries(record)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')
