import type { Compositions as CompositionsShown } from '@marram/release-contract/calls/environments'
import { shortId } from '@marram/release-contract/composition-id'
import { Link, useParams } from 'react-router-dom'
import type { Change } from '../changes/change'
import { ChangeButton } from '../changes/change-dialog'
import { effectsOfRestoring } from '../changes/effects'
import { Older } from '../page/older'
import { Failure, Page } from '../page/page'
import { Moment } from '../page/words'
import { LinkButton } from '../previews/link-dialog'
import { useLive, usePages } from '../registry'
import type { EnvironmentShown } from '../shapes'

type Composition = CompositionsShown['compositions'][number]
const PAGE = 100

/** Every set of versions that was live together, latest first, and the way back to each. */
export function Compositions() {
  const { environment = '' } = useParams()
  const where = useLive('showEnvironment', { environment })
  const pages = usePages('listCompositions', { environment, limit: PAGE })
  const all = pages.data?.flatMap(({ compositions }) => compositions) ?? []
  return (
    <Page title={`Compositions of ${environment}`} live={pages}>
      {() => (
        <>
          {where.error && <Failure error={where.error} again={where.mutate} />}
          {all.length === 0 && <p>Nothing was live here yet.</p>}
          <ol className="compositions">
            {all.map((each, i) => (
              <li key={each.id}>
                <CompositionItem composition={each} before={beforeOf(all, i)} where={where.data} />
              </li>
            ))}
          </ol>
          <Older pages={pages} />
        </>
      )}
    </Page>
  )
}

type ItemProps = { composition: Composition; before: Composition | undefined; where: EnvironmentShown | undefined }

function CompositionItem({ composition, before, where }: ItemProps) {
  const { id, versions, partial, live, firstAt, lastAt } = composition
  const isNow = where?.composition?.startsWith(id) ?? false
  return (
    <>
      <h2>
        <Link to={`/why?id=${id}`}>
          <code>{shortId(id)}</code>
        </Link>
        {isNow ? <span className="chip">live</span> : live && <span className="chip">for some visitors</span>}
        {partial && <span className="chip">only ever in rollouts</span>}
      </h2>
      <p className="hint">
        First live <Moment at={firstAt} />, last made live <Moment at={lastAt} />
      </p>
      <ul className="versions">
        {Object.entries(versions).map(([part, version]) => (
          <li key={part} className={before && before.versions[part] !== version ? 'changed' : undefined}>
            {part} {version}
            {before && before.versions[part] !== version && (
              <span className="hint"> before: {before.versions[part] ?? 'not live'}</span>
            )}
          </li>
        ))}
      </ul>
      {where && !isNow && (
        <div className="buttons">
          <ChangeButton label={`Roll back to ${shortId(id)}`} wanted={restoring(where, composition)} />
          <LinkButton
            label={`Make a link to ${shortId(id)}`}
            environment={where.environment}
            shows={{ composition: id }}
          />
        </div>
      )}
    </>
  )
}

const restoring = (where: EnvironmentShown, { id, versions }: Composition): Change => ({
  call: 'rollbackEnvironment',
  input: { environment: where.environment, composition: id, revision: where.revision },
  verb: 'Roll back',
  title: `Take ${where.environment} back to the composition ${shortId(id)}`,
  effects: effectsOfRestoring(where, versions),
  danger: true,
  needsReason: true,
  done: `${where.environment} serves exactly the composition ${shortId(id)}.`,
})

type Lifetime = { partial: boolean; firstAt: string; lastAt: string }

const at = (moment: string) => new Date(moment).getTime()

/**
 * What composition `i` is compared with, of all that were live, latest first: the one that everybody had before, or, if
 * it was live in a rollout only, the one that everybody else had at the same time.
 */
export function beforeOf<Each extends Lifetime>(all: Each[], i: number): Each | undefined {
  const own = all[i]
  const next = all.slice(i + 1).find(({ partial }) => !partial)
  if (!own?.partial) return next
  // The last one of these is the nearest in time: the registry updates `lastAt` with every change of the environment.
  const meanwhile = all.findLast(
    ({ partial, firstAt, lastAt }) => !partial && at(firstAt) <= at(own.lastAt) && at(lastAt) >= at(own.lastAt),
  )
  return meanwhile ?? next
}
