import type { Event } from '@marram/release-contract/calls/events'
import { FEWEST, isSuspected, type Verdict } from '@marram/releases/evidence/verdict'
import { originText } from '@marram/releases/evidence/verdict-words'
import { useState } from 'react'
import { FieldRow } from '../forms/field-row'
import type { Option } from '../forms/form'
import { useLive } from '../live'
import { Moment } from '../page/moment'
import { Failure, Waiting } from '../page/page'
import { count, percent } from '../page/words'
import type { State } from '../shapes'
import { Chart } from './chart'
import { FailuresTable, VitalsTable } from './version-tables'

const periods: Option[] = [
  ['1', 'The last hour'],
  ['6', 'The last 6 hours'],
  ['24', 'The last day'],
  ['168', 'The last week'],
]

/** Loads and failures of each version over time, and what follows for the candidate. */
export function Evidence({ environment, part, state }: { environment: string; part: string; state: State }) {
  const [hours, setHours] = useState(1)
  const { data, error, look } = useLive(
    'showEvidence',
    { environment, part, hours },
    { every: 5000, keepPrevious: true },
  )
  const taken = useTakenAway(environment, part, state)
  return (
    <section aria-labelledby="evidence">
      <h2 id="evidence">Evidence</h2>
      <FieldRow
        field={{ kind: 'choice', name: 'hours', label: 'Period', options: periods }}
        value={String(hours)}
        change={(value) => setHours(Number(value))}
      />
      {error && <Failure error={error} again={look} />}
      {!data && !error && <Waiting what="evidence" />}
      {taken ? (
        <p className="verdict bad">
          Evidence took {taken.version} from its visitors at <Moment at={taken.at} />: <q>{taken.reason}</q> Nobody gets
          it until somebody changes the share.
        </p>
      ) : (
        data?.verdict && <VerdictNote found={data.verdict} />
      )}
      <div className="charts">
        {data?.versions.map((each) => (
          <Chart key={each.version} version={each} since={data.since} hours={hours} />
        ))}
      </div>
      {data && <FailuresTable versions={data.versions} />}
      {data && <VitalsTable versions={data.versions} />}
    </section>
  )
}

type Sample = { loads: number; failures: number }

const sentence = {
  'too few': 'There are too few loads of both to say anything yet.',
  worse: 'The candidate is clearly worse.',
  'no worse': 'Nothing says that the candidate is worse.',
}
const suspicion = ({ networks }: Verdict) =>
  `The candidate looks worse, ${originText(networks)}: failures of ${FEWEST} networks take it away, and a strategy waits meanwhile.`

function VerdictNote({ found }: { found: Verdict }) {
  const { verdict, p, candidate, stable } = found
  const rate = ({ loads, failures }: Sample) =>
    `${count(failures)} of ${count(loads)} loads${loads > 0 ? ` (${percent((failures / loads) * 100)})` : ''}`
  return (
    <p className={verdict === 'worse' ? 'verdict bad' : 'verdict'}>
      {isSuspected(found) ? suspicion(found) : sentence[verdict]} Since it has visitors, where both had some,{' '}
      {rate(candidate)} of the candidate failed, and {rate(stable)} of the stable version in the same time (p ={' '}
      {p.toPrecision(2)}, compared minute by minute).
    </p>
  )
}

/** That evidence took the candidate from its visitors, while nobody has given it to anybody again. */
function useTakenAway(environment: string, part: string, state: State): Event | undefined {
  const { data } = useLive('listEvents', isWithheld(state) ? { environment, part, limit: 20 } : null)
  return data && takenAway(data.events, state)
}

const isWithheld = ({ candidate, traffic }: State) => candidate !== null && traffic === 0

/** What decides who gets a candidate: the last of these says why nobody does. */
const DECIDES = ['canary', 'advance', 'promote', 'abort', 'rollback', 'evidence']

/** What was decided of a candidate before this one, or before somebody took it back by hand, says nothing of it. */
function takenAway(events: Event[], state: State): Event | undefined {
  const last = events.find(({ action, refused }) => !refused && DECIDES.includes(action))
  return isWithheld(state) && last?.action === 'evidence' && last.version === state.candidate ? last : undefined
}
