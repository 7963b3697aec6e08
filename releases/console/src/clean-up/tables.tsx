import type { ReactNode } from 'react'
import { Moment } from '../page/moment'
import { Table } from '../page/table'
import { bytes, count, some } from '../page/words'
import { sizeOf, type Unused } from './deletion'

export const ReleasesTable = ({ releases }: Pick<Unused, 'releases'>) => (
  <Sized title="Releases" noun="release" rows={releases} columns={['Last use', 'Files', 'Size']}>
    {({ lastUse, files, bytes: size }) => (
      <>
        <td>
          <Moment at={lastUse} />
        </td>
        <td>{count(files)}</td>
        <td>{bytes(size)}</td>
      </>
    )}
  </Sized>
)

export const UploadsTable = ({ uploads }: Pick<Unused, 'uploads'>) => (
  <Sized title="Abandoned uploads" noun="upload" rows={uploads} columns={['By', 'Stands still since', 'Files', 'Size']}>
    {({ by, lastAt, files, ofFiles, bytes: size }) => (
      <>
        <td>{by}</td>
        <td>
          <Moment at={lastAt} />
        </td>
        <td>
          {count(files)} of {count(ofFiles)}
        </td>
        <td>{bytes(size)}</td>
      </>
    )}
  </Sized>
)

export const KeptTable = ({ kept }: Pick<Unused, 'kept'>) => (
  <Sized title="Kept releases" noun="release" rows={kept} columns={['Why', 'Until', 'Size']}>
    {({ why, keptUntil, bytes: size }) => (
      <>
        <td>{why.map(({ message }) => message).join(' ')}</td>
        <td>{keptUntil === null ? 'While it is in use' : <Moment at={keptUntil} />}</td>
        <td>{bytes(size)}</td>
      </>
    )}
  </Sized>
)

type Row = { part: string; version: string; bytes: number }
type SizedProps<Each extends Row> = {
  title: string
  noun: string
  rows: Each[]
  columns: string[]
  children: (row: Each) => ReactNode
}

/** A row for each release or upload, and how much all of them take. */
function Sized<Each extends Row>({ title, noun, rows, columns, children }: SizedProps<Each>) {
  return (
    <Table
      label={title}
      caption={`${title}: ${some(rows.length, noun)}, ${bytes(sizeOf(rows))}`}
      columns={['Part', ...columns]}
    >
      {rows.map((row) => (
        <tr key={`${row.part} ${row.version}`}>
          <th scope="row">
            {row.part} {row.version}
          </th>
          {children(row)}
        </tr>
      ))}
    </Table>
  )
}
