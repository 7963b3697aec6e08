import type { Action } from '@marram/release-contract/permissions'
import { ShareBar } from '../board/share-bar'
import { ChangeButton } from '../changes/change-button'
import { previousOf } from '../changes/effects'
import * as changes from '../changes/part-changes'
import { Moment } from '../page/moment'
import { percent } from '../page/words'
import { useWhyNot } from '../session'
import type { BoardEnvironment } from '../shapes'
import { shareForm } from './share-form'
import { StrategyNote } from './strategy-note'

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
