import { gateReport as report } from '@marram/release-contract/calls/releases'
import { useLive } from '../live'
import { Failure, Waiting } from '../page/states'
import { Table } from '../page/table'

const outcomes = { passed: 'Passed', warned: 'Passed, with a note', failed: 'Failed' }
const order = { failed: 0, warned: 1, passed: 2 }
const EVERY_MS = 10_000

/** Everything that was looked at before the release may go live, what is against it first. */
export function GateReport({ environment, part, version }: { environment: string; part: string; version: string }) {
  const path = `/releases/environments/${environment}/parts/${part}/versions/${version}/gate`
  const { data, error, look } = useLive(path, report, { every: EVERY_MS })
  const checks = [...(data?.checks ?? [])].sort((a, b) => order[a.outcome] - order[b.outcome])
  return (
    <section aria-labelledby="gate">
      <h2 id="gate">Gate</h2>
      {error && <Failure error={error} again={look} />}
      {!data && !error && <Waiting what="what the gate says" />}
      {data && (
        <>
          <p className={data.passed ? 'gate passed' : 'gate failed'}>
            {data.passed ? `It may go live in ${environment}.` : `It may not go live in ${environment}.`}
          </p>
          <Table label="What the gate looked at" columns={['What', 'Outcome', 'In words', 'Beside']}>
            {checks.map(({ name, outcome, message, beside }) => (
              <tr key={`${name} ${beside} ${message}`}>
                <th scope="row">{name}</th>
                <td className={outcome}>{outcomes[outcome]}</td>
                <td>{message}</td>
                <td>{beside?.replace('@', ' ')}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </section>
  )
}
