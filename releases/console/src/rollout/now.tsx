import { duration } from '@marram/releases/duration'
import { Link } from 'react-router-dom'
import { ShareBar } from '../board/share-bar'
import { ChangeButton } from '../changes/change-dialog'
import { companions, previousOf } from '../changes/effects'
import { abortion, pausing, promotion, resuming, rollback } from '../changes/part-changes'
import { inOwnTime, Moment, percent } from '../page/words'
import { useWhyNot } from '../session'
import type { BoardEnvironment, EnvironmentShown, State } from '../shapes'
import { shareForm } from './share-form'

type NowProps = { where: BoardEnvironment; part: string; environments: BoardEnvironment[] }

/** Who gets which version now, and how to change that. */
export function Now({ where, part, environments }: NowProps) {
  const { environment } = where
  const state = where.parts[part]
  const previous = state && previousOf(state)
  const killed = where.stops.some((stop) => stop.kind === 'kill' && stop.part === part)
  const whyNot = useWhyNot('promote', { environment, part })
  return (
    <section aria-labelledby="now">
      <h2 id="now">Now</h2>
      {whyNot && <p className="hint">{whyNot}</p>}
      {!state && <p>Nothing of {part} is live here. Promote a first version below.</p>}
      {killed && <p className="now">Killed: nobody gets it, and its pages show a notice. Once it is revived:</p>}
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
            <ChangeButton label={`Promote ${state.candidate}`} wanted={promotion(where, part, state.candidate)} />
            <ChangeButton label="Change the share" wanted={shareForm(where, part, state.candidate)} />
            <ChangeButton label="Abort the rollout" wanted={abortion(where, part)} />
          </>
        )}
        {state && !state.candidate && previous && (
          <ChangeButton label={`Roll back to ${previous}`} wanted={rollback(where, part)} />
        )}
        {environments.map(({ environment: from, parts }) => {
          const version = parts[part]?.stable
          if (from === environment || version === undefined || version === state?.stable) return null
          const label = `Promote ${version} from ${from}`
          return <ChangeButton key={from} label={label} wanted={promotion(where, part, version, from)} />
        })}
      </div>
    </section>
  )
}

type Strategy = NonNullable<State['strategy']>

/** The step of a rollout that grows by itself, what comes next and when; for a group, of the part that has the strategy. */
function StrategyNote({ where, part }: { where: BoardEnvironment; part: string }) {
  const owner = [part, ...companions(where.parts, part)].find((each) => where.parts[each]?.strategy) ?? part
  const { strategy, waitsFor } = where.parts[owner] ?? {}
  if (!strategy) return null
  const { kind, steps, step, due, paused, needsEvidence, override } = strategy
  const next = steps[step + 1]
  const waiting = waitingOf(where, owner, strategy)
  return (
    <>
      <p>
        {kind === 'linear' ? 'Linear' : 'Canary'}, step {step + 1} of {steps.length}
        {owner !== part && `, by the strategy of ${owner}`}. Next: {next ? percent(next.traffic) : 'everybody'},{' '}
        {'at' in waiting ? (
          <>
            at <Moment at={waiting.at} />
          </>
        ) : (
          waiting.for
        )}
        {needsEvidence && ', and only with enough evidence that it is no worse'}.
      </p>
      {waitsFor && <p>Not enough evidence yet: {inOwnTime(waitsFor)}</p>}
      {paused?.by === 'strategy' && (
        <p>
          It was paused because the gate is against it now:{' '}
          <Link to={`/activity?environment=${where.environment}&part=${owner}`}>the activity says why</Link>.
        </p>
      )}
      {override && (
        <p>
          <strong>{override.by}</strong> began it although the gate was against it: <q>{override.reason}</q> These
          problems no longer stop it: {override.problems.join(', ')}.
        </p>
      )}
      <Steps strategy={strategy} />
      <div className="buttons">
        {due === null ? (
          <ChangeButton label="Resume" wanted={resuming(where, owner)} />
        ) : (
          <ChangeButton label="Pause" wanted={pausing(where, owner)} />
        )}
      </div>
    </>
  )
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

/** When the next step of a part's strategy comes, or what it waits for. */
export function waitingOf(
  { parts, stops }: Pick<EnvironmentShown, 'parts' | 'stops'>,
  part: string,
  { due, paused, needsEvidence }: Strategy,
  now = new Date(),
): { at: string } | { for: string } {
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
