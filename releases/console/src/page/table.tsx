import type { ReactNode } from 'react'

type Column = string | { key: string; head: ReactNode }
type TableProps = {
  /** The name of the area that scrolls. */
  label: string
  caption?: ReactNode
  columns: Column[]
  className?: string
  rows: { key: string; head: ReactNode; cells: ReactNode[] }[]
}

/** A table that scrolls if it is wider than the page, also by keyboard. Its first column has the headers of the rows. */
export function Table({ label, caption, columns, className, rows }: TableProps) {
  const named = columns.map((column) => (typeof column === 'string' ? { key: column, head: column } : column))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="scroll" aria-label={label} tabIndex={0}>
      <table className={className}>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {named.map(({ key, head }) => (
              <th key={key} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, head, cells }) => (
            <tr key={key}>
              <th scope="row">{head}</th>
              {named.slice(1).map((column, i) => (
                <td key={column.key}>{cells[i]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
