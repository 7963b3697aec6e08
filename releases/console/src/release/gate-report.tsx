import { useLive } from '../live'
import { Loaded } from '../page/states'
import { Table } from '../page/table'
import type { Input } from '../registry'

const outcomes = { passed: 'Passed', warned: 'Passed, with a note', failed: 'Failed' }
const order = { failed: 0, warned: 1, passed: 2 }
const EVERY_MS = 10_000

/** Everything that was looked at before the release may go live, what is against it first. */
export function GateReport(of: Input<'showGate'>) {
  const live = useLive('showGate', of, { every: EVERY_MS })
  return (
    <section aria-labelledby="gate">
      <h2 id="gate">Gate</h2>
      <Loaded live={live} what="what the gate says">
        {({ passed, checks }) => (
          <>
            <p className={passed ? 'gate passed' : 'gate failed'}>
              {passed ? `It may go live in ${of.environment}.` : `It may not go live in ${of.environment}.`}
            </p>
            <Table
              label="What the gate looked at"
              columns={['What', 'Outcome', 'In words', 'Beside']}
              rows={checks
                .toSorted((a, b) => order[a.outcome] - order[b.outcome])
                .map(({ name, outcome, message, beside }) => ({
                  key: `${name} ${beside} ${message}`,
                  head: name,
                  cells: [
                    <span key="outcome" className={outcome}>
                      {outcomes[outcome]}
                    </span>,
                    message,
                    beside?.replace('@', ' '),
                  ],
                }))}
            />
          </>
        )}
      </Loaded>
    </section>
  )
}
