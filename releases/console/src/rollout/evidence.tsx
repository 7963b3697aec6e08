import type { Event } from '@marram/release-contract/calls/events'
import type { Sample, Verdict } from '@marram/release-contract/calls/evidence'
import { verdictWords } from '@marram/releases/evidence/verdict-text'
import { useState } from 'react'
import { FieldRow } from '../forms/fields'
import { choice, type Option } from '../forms/form'
import { Loaded } from '../page/page'
import { count, Moment, percent, some } from '../page/words'
import { useLive } from '../registry'
import type { State } from '../shapes'
import { Chart, Course, FailuresTable, VitalsTable } from './version-figures'

const periods: Option[] = [
  ['1', 'The last hour'],
  ['6', 'The last 6 hours'],
  ['24', 'The last day'],
  ['168', 'The last week'],
]

/** Loads and failures of each version over time, and what follows for the candidate. */
export function Evidence({ environment, part, state }: { environment: string; part: string; state: State }) {
  const [hours, setHours] = useState('1')
  const input = { environment, part, hours: Number(hours) }
  const live = useLive('showEvidence', input, { every: 5000, keepPrevious: true })
  const taken = useTakenAway(environment, part, state)
  return (
    <section aria-labelledby="evidence">
      <h2 id="evidence">Evidence</h2>
      <FieldRow field={choice('hours', 'Period', periods)} value={hours} change={setHours} />
      {taken && (
        <p className="verdict bad">
          Evidence took {taken.version} from its visitors at <Moment at={taken.at} />: <q>{taken.reason}</q> Nobody gets
          it until somebody changes the share.
        </p>
      )}
      <Loaded live={live} what="evidence">
        {({ verdict, course, poorer, versions, since }) => (
          <>
            {!taken && verdict && <VerdictNote found={verdict} />}
            {poorer.map((words) => (
              <p key={words} className="verdict bad">
                {words} It does not grow by itself until that may be chance.
              </p>
            ))}
            {course.length > 1 && <Course points={course} />}
            <div className="charts">
              {versions.map((each) => (
                <Chart key={each.version} version={each} since={since} hours={input.hours} />
              ))}
            </div>
            <FailuresTable versions={versions} />
            <VitalsTable versions={versions} />
          </>
        )}
      </Loaded>
    </section>
  )
}

function VerdictNote({ found }: { found: Verdict }) {
  const { verdict, candidate, stable } = found
  const rate = ({ loads, failures }: Sample) =>
    `${count(failures)} of ${some(loads, 'load')}${loads > 0 ? ` (${percent((failures / loads) * 100)})` : ''}`
  return (
    <p className={verdict === 'worse' ? 'verdict bad' : 'verdict'}>
      The candidate is {verdictWords(found)}. Since it has visitors, in the minutes in which both had some,{' '}
      {rate(candidate)} of the candidate failed, and {rate(stable)} of the stable version in the same time (compared
      minute by minute).
    </p>
  )
}

/** What changes who gets a candidate: the last of these events says why it has no visitors. */
const DECISIONS = ['canary', 'advance', 'promote', 'abort', 'rollback', 'evidence']

/** The event by which evidence took the candidate from its visitors, until somebody changes the share again. */
function useTakenAway(environment: string, part: string, { candidate, traffic }: State): Event | undefined {
  const isWithheld = candidate !== null && traffic === 0
  const { data } = useLive('listEvents', isWithheld ? { environment, part, limit: 20 } : null)
  const last = data?.events.find(({ action, refused }) => !refused && DECISIONS.includes(action))
  return isWithheld && last?.action === 'evidence' && last.version === candidate ? last : undefined
}
