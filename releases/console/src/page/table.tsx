import type { ReactNode } from 'react'

/** `head` replaces the name as the heading. */
export type Column<Row> = readonly [name: string, cell: (row: Row) => ReactNode, head?: ReactNode]
type TableProps<Row> = {
  /** The name of the area that scrolls. */
  label: string
  caption?: string
  className?: string
  columns: Column<Row>[]
  rows: Row[]
  keyOf: (row: Row) => string
}

/** A table that scrolls if it is wider than the page, also by keyboard. Its first column has the headers of the rows. */
export function Table<Row>({ label, caption, className, columns, rows, keyOf }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="scroll" aria-label={label} tabIndex={0}>
      <table className={className}>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map(([name, , head = name]) => (
              <th key={name} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(([name, cell], i) => {
                const Cell = i === 0 ? 'th' : 'td'
                return (
                  <Cell key={name} scope={i === 0 ? 'row' : undefined} data-column={name}>
                    {cell(row)}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
