import type { ReactNode } from 'react'

type Column = string | { key: string; head: ReactNode }
type TableProps = {
  /** Its name for whoever scrolls in it by keyboard. */
  label: string
  caption?: ReactNode
  columns: Column[]
  className?: string
  /** The rows. */
  children: ReactNode
}

/** Where it is wider than the page it scrolls by itself, by keyboard too. */
export function Table({ label, caption, columns, className, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="scroll" aria-label={label} tabIndex={0}>
      <table className={className}>
        {caption && <caption>{caption}</caption>}
        <thead>
          <tr>
            {columns.map((column) =>
              typeof column === 'string' ? (
                <th key={column} scope="col">
                  {column}
                </th>
              ) : (
                <th key={column.key} scope="col">
                  {column.head}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  )
}
