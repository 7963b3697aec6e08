import { Table } from '../page/table'
import { type Counts, vitals, vitalWords } from './vitals'

type Version = { version: string; candidate: boolean; counts: Counts }

/** How fast and calm the pages of each version were; nothing where no browser has told yet. */
export function VitalsTable({ versions }: { versions: Version[] }) {
  const measured = versions.some(({ counts }) => vitals.some(({ name }) => vitalWords(counts, name) !== undefined))
  if (!measured) return null
  return (
    <Table
      label="Web vitals by version"
      caption="Web vitals of pages that it is part of, as browsers tell"
      columns={['Version', ...vitals.map(({ words, good }) => `${words}, good up to ${good}`)]}
    >
      {versions.map(({ version, candidate, counts }) => (
        <tr key={version}>
          <th scope="row">{candidate ? `${version} (candidate)` : version}</th>
          {vitals.map(({ name }) => (
            <td key={name}>{vitalWords(counts, name) ?? 'not measured'}</td>
          ))}
        </tr>
      ))}
    </Table>
  )
}
