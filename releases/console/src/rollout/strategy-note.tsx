import { ChangeButton } from '../changes/change-button'
import { pausing, resuming } from '../changes/part-changes'
import { Moment } from '../page/moment'
import { percent } from '../page/words'
import type { BoardEnvironment, State } from '../shapes'

type NoteProps = { where: BoardEnvironment; part: string; strategy: NonNullable<State['strategy']> }

/** Where a rollout that grows by itself stands, and when it goes on. */
export function StrategyNote({ where, part, strategy: { steps, step, due, paused, needsEvidence } }: NoteProps) {
  const may = { environment: where.environment, part }
  return (
    <>
      <p>
        Step {step + 1} of {steps.length}
        {due !== null && (
          <>
            ; goes on <Moment at={due} />
          </>
        )}
        {due === null && (paused ? `; paused by ${paused.by}` : '; waits for somebody')}
        {needsEvidence && '; only with enough evidence that it is no worse'}.
      </p>
      <ol className="steps">
        {steps.map(({ traffic }, i) => (
          <li key={traffic} aria-current={i === step ? 'step' : undefined}>
            {percent(traffic)}
          </li>
        ))}
        <li>everybody</li>
      </ol>
      <div className="buttons">
        {due === null ? (
          <ChangeButton label="Resume" may={{ ...may, action: 'resume' }} wanted={() => resuming(where, part)} />
        ) : (
          <ChangeButton label="Pause" may={{ ...may, action: 'pause' }} wanted={() => pausing(where, part)} />
        )}
      </div>
    </>
  )
}
