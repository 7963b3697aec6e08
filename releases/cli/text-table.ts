type Cell = string | number | null | undefined

/** A line for each row, under the names of its cells; `none` if there are no rows. A cell without a value is a dash. */
export function table(rows: Record<string, Cell>[], none = ''): string {
  const headings = Object.keys(rows[0] ?? {})
  if (headings.length === 0) return none
  const cells = [headings, ...rows.map((row) => headings.map((name) => String(row[name] ?? '-')))]
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const lineOf = (row: string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')
  return cells.map((row) => lineOf(row).trimEnd()).join('\n')
}

/** `events 1.0.0, shell 1.2.0` */
export const named = (record: Record<string, string>) =>
  Object.entries(record)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')
