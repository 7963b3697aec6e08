import type { known as answer } from '@marram/release-contract/calls/evidence'
import type { z } from 'zod'
import { Table } from '../page/table'
import { count } from '../page/words'

/** How each part of a composition fared. */
export function Outcomes({ outcomes }: Pick<z.infer<typeof answer>, 'outcomes'>) {
  if (outcomes.length === 0) return <p>Nobody has told yet how its parts fared.</p>
  return (
    <Table label="How its parts fared" columns={['Part', 'Environment', 'What', 'How often']}>
      {outcomes.map(({ environment, part, version, metric, count: times }) => (
        <tr key={`${environment} ${part} ${version} ${metric}`}>
          <th scope="row">
            {part} {version}
          </th>
          <td>{environment}</td>
          <td>{metric}</td>
          <td>{count(times)}</td>
        </tr>
      ))}
    </Table>
  )
}
