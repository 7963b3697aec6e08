import type { Action } from '@marram/release-contract/permissions'
import { Link } from 'react-router-dom'
import { ShareBar } from '../board/share-bar'
import { ChangeButton } from '../changes/change-button'
import { companions, previousOf } from '../changes/effects'
import * as changes from '../changes/part-changes'
import { pausing, resuming } from '../changes/part-changes'
import { Moment } from '../page/moment'
import { duration, percent } from '../page/words'
import { useWhyNot } from '../session'
import type { BoardEnvironment, EnvironmentShown, State } from '../shapes'
import { shareForm } from './share-form'

type NowProps = { where: BoardEnvironment; part: string; environments: BoardEnvironment[] }

/** Who gets which version at this moment, and the ways on and back. */
export function Now({ where, part, environments }: NowProps) {
  const { environment } = where
  const state = where.parts[part]
  const elsewhere = environments.filter(
    (each) => each.environment !== environment && each.parts[part] && each.parts[part]?.stable !== state?.stable,
  )
  const may = (action: Action) => ({ environment, part, action })
  const previous = state && previousOf(state)
  const whyNot = useWhyNot()('promote', { environment, part })
  return (
    <section aria-labelledby="now">
      <h2 id="now">Now</h2>
      {whyNot && <p className="hint">{whyNot}</p>}
      {!state && <p>Nothing of {part} is live here. Promote a first version below.</p>}
      {state && (
        <p className="now">
          <strong>{state.stable}</strong> for {percent(100 - state.traffic)} of visitors
          {state.candidate && (
            <>
              , <strong>{state.candidate}</strong> for {percent(state.traffic)}
              {state.group && ` (group ${state.group})`}
            </>
          )}
          . Changed <Moment at={state.changedAt} />.
        </p>
      )}
      {state?.candidate && <ShareBar traffic={state.traffic} />}
      <StrategyNote where={where} part={part} />
      <div className="buttons">
        {state?.candidate && (
          <>
            <ChangeButton
              label={`Promote ${state.candidate}`}
              may={may('promote')}
              wanted={() => changes.promotion(where, part, state.candidate as string)}
            />
            <ChangeButton
              label="Change the share"
              may={may('canary')}
              wanted={() => shareForm(where, part, state.candidate as string)}
            />
            <ChangeButton label="Abort the rollout" may={may('abort')} wanted={() => changes.abortion(where, part)} />
          </>
        )}
        {state && !state.candidate && previous && (
          <ChangeButton
            label={`Roll back to ${previous}`}
            may={may('rollback')}
            wanted={() => changes.rollback(where, part)}
          />
        )}
        {elsewhere.map((each) => {
          const version = each.parts[part]?.stable as string
          return (
            <ChangeButton
              key={each.environment}
              label={`Promote ${version} from ${each.environment}`}
              may={may('promote')}
              wanted={() => changes.promotionFrom(where, part, { from: each.environment, version })}
            />
          )
        })}
      </div>
    </section>
  )
}

type NoteProps = { where: BoardEnvironment; part: string }
type Strategy = NonNullable<State['strategy']>

/** Where a rollout that grows by itself stands, what comes next and when; of a group the strategy of any part in it. */
function StrategyNote({ where, part }: NoteProps) {
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

/** When the next step comes, or what it waits for. */
type Waiting = { at: string } | { for: string }
type Stopping = Pick<EnvironmentShown, 'parts' | 'stops'>

/** What the next step of a part's strategy waits for. */
export function waitingOf(
  { parts, stops }: Stopping,
  part: string,
  { due, paused, needsEvidence }: NonNullable<State['strategy']>,
  now = new Date(),
): Waiting {
  if (due === null && paused) {
    const left = paused.left === null ? '' : `, ${duration(paused.left / 1000)} after that`
    return { for: `when somebody resumes it${left}; paused by ${paused.by}` }
  }
  if (due === null) return { for: 'when somebody resumes it' }
  if (new Date(due) > now) return { at: due }
  const together = [part, ...companions(parts, part)]
  const stop = stops.find(({ kind, part: of }) => kind === 'freeze' || (kind === 'lock' && together.includes(of ?? '')))
  if (stop)
    return { for: stop.kind === 'freeze' ? 'as soon as the freeze ends' : `as soon as ${stop.part} is unlocked` }
  return { for: needsEvidence ? 'as soon as there is enough evidence' : 'now' }
}
