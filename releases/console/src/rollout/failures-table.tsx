import { Table } from '../page/table'
import { count } from '../page/words'
import { failures } from './failures'
import type { Counts } from './vitals'

type Version = { version: string; candidate: boolean; counts: Counts }

/** Where each version failed; nothing where none did. */
export function FailuresTable({ versions }: { versions: Version[] }) {
  if (!versions.some(({ counts }) => failures.some(({ metric }) => counts[metric]))) return null
  return (
    <Table
      label="Failures by version"
      caption="Failures by the stage in which they happened"
      columns={['Version', ...failures.map(({ words }) => words)]}
    >
      {versions.map(({ version, candidate, counts }) => (
        <tr key={version}>
          <th scope="row">{candidate ? `${version} (candidate)` : version}</th>
          {failures.map(({ metric }) => (
            <td key={metric} className={counts[metric] ? 'failed' : undefined}>
              {count(counts[metric] ?? 0)}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}
