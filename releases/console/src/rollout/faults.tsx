import type { Faults as FaultsShown } from '@marram/release-contract/calls/evidence'
import { Link } from 'react-router-dom'
import { Loaded } from '../page/page'
import { Table } from '../page/table'
import { count, Moment } from '../page/words'
import { useLive } from '../registry'

type Fault = FaultsShown['faults'][number]

/** What visitors' browsers reported of the part, once for each place in its code. */
export function Faults(about: { environment: string; part: string }) {
  return (
    <section aria-labelledby="faults">
      <h2 id="faults">Faults</h2>
      <Loaded live={useLive('listFaults', about)} what="faults">
        {({ faults }) =>
          faults.length === 0 ? (
            <p>No failure was reported from browsers in the last 30 days.</p>
          ) : (
            <Table
              label="Faults in browsers"
              caption="Of the last 30 days: what was seen first before that is not known here."
              className="stacks"
              columns={[
                ['What', ({ message, place }) => <FaultWords message={message} place={place} />],
                ['Times', (fault) => count(fault.count)],
                ['First in', ({ firstVersion }) => firstVersion],
                ['Also in', othersOf],
                ['Last', ({ lastAt }) => <Moment at={lastAt} />],
                ['Example', ({ lastReport }) => <Link to={`/why?id=${lastReport}`}>{lastReport}</Link>],
              ]}
              rows={faults}
              keyOf={({ lastReport }) => lastReport}
            />
          )
        }
      </Loaded>
    </section>
  )
}

const FaultWords = ({ message, place }: Pick<Fault, 'message' | 'place'>) => (
  <>
    {message}
    {place && (
      <>
        <br />
        <code>{place}</code>
      </>
    )}
  </>
)

const othersOf = ({ versions, firstVersion }: Fault) => versions.filter((each) => each !== firstVersion).join(', ')
