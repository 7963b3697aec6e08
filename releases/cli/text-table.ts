/** Rows in columns, the first row as heading. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** `events 1.0.0, shell 1.2.0` */
export const named = (record: Record<string, string>) =>
  Object.entries(record)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')
