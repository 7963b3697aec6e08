import type { Action } from '@marram/release-contract/permissions'
import { Link } from 'react-router-dom'
import { ChangeButton } from '../changes/change-button'
import { companions } from '../changes/effects'
import { pausing, resuming } from '../changes/part-changes'
import { Moment } from '../page/moment'
import { duration, percent } from '../page/words'
import type { BoardEnvironment, State } from '../shapes'
import { type Waiting, waitingOf } from './waiting'

type NoteProps = { where: BoardEnvironment; part: string }
type Strategy = NonNullable<State['strategy']>

/** Where a rollout that grows by itself stands, what comes next and when; of a group the strategy of any part in it. */
export function StrategyNote({ where, part }: NoteProps) {
  const owner = [part, ...companions(where.parts, part)].find((each) => where.parts[each]?.strategy)
  const strategy = owner === undefined ? undefined : where.parts[owner]?.strategy
  if (owner === undefined || !strategy) return null
  const { environment } = where
  const may = (action: Action) => ({ environment, part: owner, action })
  const { steps, step, needsEvidence, override } = strategy
  const next = steps[step + 1]
  return (
    <>
      <p>
        {strategy.kind === 'linear' ? 'Linear' : 'Canary'}, step {step + 1} of {steps.length}
        {owner !== part && `, by the strategy of ${owner}`}. Next: {next ? percent(next.traffic) : 'everybody'},{' '}
        <WhenNext waiting={waitingOf(where, owner, strategy)} />
        {needsEvidence && ', and only with enough evidence that it is no worse'}.
      </p>
      {where.parts[owner]?.waitsFor && <p>Not enough evidence yet: {where.parts[owner].waitsFor}</p>}
      {strategy.paused?.by === 'strategy' && (
        <p>
          It was paused because the gate is against it now:{' '}
          <Link to={`/activity?environment=${environment}&part=${owner}`}>the activity says why</Link>.
        </p>
      )}
      {override && (
        <p>
          <strong>{override.by}</strong> began it although the gate was against it: <q>{override.reason}</q> That stands
          in its way no more: {override.problems.join(', ')}.
        </p>
      )}
      <Steps strategy={strategy} />
      <div className="buttons">
        {strategy.due === null ? (
          <ChangeButton label="Resume" may={may('resume')} wanted={() => resuming(where, owner)} />
        ) : (
          <ChangeButton label="Pause" may={may('pause')} wanted={() => pausing(where, owner)} />
        )}
      </div>
    </>
  )
}

function WhenNext({ waiting }: { waiting: Waiting }) {
  if ('at' in waiting)
    return (
      <>
        at <Moment at={waiting.at} />
      </>
    )
  return waiting.for
}

function Steps({ strategy: { steps, step } }: { strategy: Strategy }) {
  const place = (i: number) => (i < step ? 'done' : i === step ? 'now' : 'to come')
  return (
    <ol className="steps">
      {steps.map(({ traffic, seconds }, i) => (
        <li key={traffic} className={i < step ? 'over' : undefined} aria-current={i === step ? 'step' : undefined}>
          {percent(traffic)} {seconds === null ? 'until resumed' : `for ${duration(seconds)}`}, {place(i)}
        </li>
      ))}
      <li>everybody</li>
    </ol>
  )
}
