import type { Board as BoardShown } from '@marram/release-contract/calls/environments'
import type { Sample, Verdict } from '@marram/release-contract/calls/evidence'
import { environment as environmentName } from '@marram/release-contract/calls/names'
import { shortId } from '@marram/release-contract/composition-id'
import { compareVersions } from '@marram/release-contract/version'
import { duration } from '@marram/releases/duration'
import { followedWords, lackingWords, leftOutWords } from '@marram/releases/evidence/edge-text'
import { verdictWords } from '@marram/releases/evidence/verdict-text'
import { Link } from 'react-router-dom'
import type { ChangeForm } from '../changes/change'
import { ChangeButton } from '../changes/change-dialog'
import { previousOf } from '../changes/effects'
import { abortion, promotion, rollback } from '../changes/part-changes'
import { lifting, stopForm } from '../changes/stop-changes'
import { text } from '../forms/form'
import { Page } from '../page/page'
import { StopNote } from '../page/stop-note'
import { type Column, Table } from '../page/table'
import { count, inOwnTime, Moment, percent, some } from '../page/words'
import { LinkButton } from '../previews/link-dialog'
import { useLive } from '../registry'
import type { BoardEnvironment } from '../shapes'
import { ShareBar } from './share-bar'

/** Environments by parts: what is live, for how many visitors, and how it fares. */
export function Board() {
  return (
    <Page title="Board" live={useLive('showBoard', {})}>
      {(response) => (
        <>
          {response.parts.length === 0 && <p>Nothing is published yet: npm run release -- publish FOLDER</p>}
          <BoardTable {...response} />
          <ChangeButton label="New environment" wanted={newEnvironment} />
        </>
      )}
    </Page>
  )
}

function BoardTable({ environments, parts }: BoardShown) {
  return (
    <Table
      label="Parts by environment"
      className="board"
      columns={[
        [
          'Part',
          ({ part, title, latest }) => (
            <>
              <span className="part">{part}</span>
              <span className="hint">{title === part ? '' : title}</span>
              <span className="hint">Latest {latest}</span>
            </>
          ),
        ],
        ...environments.map(
          (each): Column<BoardShown['parts'][number]> => [
            each.environment,
            ({ part, latest }) => <PartCell environment={each} part={part} latest={latest} />,
            <EnvironmentHead key={each.environment} environment={each} />,
          ],
        ),
      ]}
      rows={parts}
      keyOf={({ part }) => part}
    />
  )
}

function EnvironmentHead({ environment }: { environment: BoardEnvironment }) {
  const { environment: name, composition, stops, scheduled = [] } = environment
  const frozen = stops.find(({ kind }) => kind === 'freeze')
  return (
    <div className="environment">
      <span className="name">{name}</span>
      <Link to={`/environments/${name}/compositions`}>
        {composition === null ? 'Nothing is live' : `Composition ${shortId(composition)}`}
      </Link>
      {leftOutWords(stops).map((words) => (
        <span className="hint" key={words}>
          {words}
        </span>
      ))}
      <EdgesLine {...environment} />
      {frozen && <StopNote stop={frozen} />}
      {/* One button for both, so that it keeps the focus. */}
      <ChangeButton
        label={frozen ? `End the freeze of ${name}` : `Freeze ${name}`}
        wanted={frozen ? lifting(environment, frozen) : stopForm(environment, { kind: 'freeze', part: null })}
      />
      {frozen && <ChangeButton label={`Change the freeze of ${name}`} wanted={stopForm(environment, frozen)} />}
      <Link to={`/environments/${name}/schedule`}>
        {scheduled.length === 0
          ? `Nothing is scheduled in ${name}`
          : `${some(scheduled.length, 'change')} scheduled in ${name}`}
      </Link>
      {scheduled[0] && (
        <span className="hint">
          Next: {inOwnTime(scheduled[0].what)}, <Moment at={scheduled[0].at} />
        </span>
      )}
      {scheduled.map(
        ({ id, what, problem = null }) =>
          problem !== null && (
            <span className="health bad" key={id}>
              Cannot be made: {inOwnTime(what)}, because {inOwnTime(problem)}
            </span>
          ),
      )}
      <Link to={`/environments/${name}/approvals`}>Approvals in {name}</Link>
      <Link to={`/environments/${name}/previews`}>Links to previews in {name}</Link>
      <Link to={`/environments/${name}/notifications`}>Notifications of {name}</Link>
      <LinkButton label={`Show a developer's machine in ${name}`} environment={name} />
    </div>
  )
}

/** How many edges serve what is live here, what the others lack and why, and what each serves. */
export function EdgesLine({ edges, revision: live }: Pick<BoardEnvironment, 'edges' | 'revision'>) {
  const lacking = lackingWords({ edges, revision: live })
  return (
    <>
      <span className={lacking.length > 0 ? 'health bad' : 'health'}>{followedWords({ edges })}</span>
      {lacking.map((words) => (
        <span className="health bad" key={words}>
          {inOwnTime(words)}
        </span>
      ))}
      <ul className="edges">
        {edges.map(({ id, name, revision, composition, age }) => (
          <li key={id}>
            {name}: revision {revision ?? 'unknown'}, composition{' '}
            {composition ? <Link to={`/why?id=${composition}`}>{shortId(composition)}</Link> : 'unknown'},{' '}
            {duration(age)} ago
          </li>
        ))}
      </ul>
    </>
  )
}

type CellProps = { environment: BoardEnvironment; part: string; latest: string }

/** One part in one environment; its link leads to everything that can be done with it. */
export function PartCell({ environment: where, part, latest }: CellProps) {
  const { environment, parts, stops, health } = where
  const to = `/environments/${environment}/parts/${part}`
  const state = parts[part]
  if (!state) return <Link to={to}>Not live</Link>
  const { stable, candidate, traffic, group, strategy } = state
  const own = health[part]
  const previous = previousOf(state)
  const of = `of ${part} in ${environment}`
  const isBehind = candidate === null && latest !== stable && compareVersions(latest, stable) > 0
  return (
    <div className="cell">
      <Link to={to}>
        {stable}
        <span className="unseen"> {of}</span>
      </Link>
      {isBehind && <span className="chip">behind {latest}</span>}
      {own && <HealthLine sample={own.stable} />}
      {candidate !== null && (
        <div className="candidate">
          <ShareBar traffic={traffic} />
          <span>
            {candidate} for {percent(traffic)}
            {group && `, group ${group}`}
            {strategy && (strategy.due === null ? ', waits' : ', grows by itself')}
          </span>
          {own?.candidate && <HealthLine sample={own.candidate} verdict={own.verdict} />}
        </div>
      )}
      <div className="buttons">
        {candidate !== null && (
          <>
            <ChangeButton label={`Promote ${candidate}`} of={of} wanted={promotion(where, part, candidate)} />
            <ChangeButton label="Abort" of={of} wanted={abortion(where, part)} />
          </>
        )}
        {candidate === null && previous && (
          <ChangeButton label={`Roll back to ${previous}`} of={of} wanted={rollback(where, part)} />
        )}
      </div>
      {stops
        .filter((stop) => stop.part === part)
        .map((stop) => (
          <StopNote key={stop.kind} stop={stop} />
        ))}
    </div>
  )
}

/** Loads of the last hour and how many failed, and what follows for a candidate. */
function HealthLine({ sample: { loads, failures }, verdict }: { sample: Sample; verdict?: Verdict | null }) {
  const bad = verdict?.verdict === 'worse' || (loads >= 20 && failures / loads > 0.05)
  return (
    <span className={bad ? 'health bad' : 'health'}>
      {loads === 0
        ? `no loads in the last hour${verdict === undefined ? '' : ' of its canary'}`
        : failures === 0
          ? `${some(loads, 'load')}, none failed`
          : `${count(failures)} of ${some(loads, 'load')} failed (${percent((failures / loads) * 100)})`}
      {verdict && `; ${verdictWords(verdict)}`}
    </span>
  )
}

const newEnvironment: ChangeForm = {
  call: 'createEnvironment',
  fields: [text('name', 'Name', 41, { hint: 'Such as qa.' })],
  change: ({ name = '' }) =>
    environmentName.safeParse(name).success
      ? {
          call: 'createEnvironment',
          verb: 'Create',
          title: `Create the environment ${name}`,
          effects: ["No visitor's page changes (0 %): nothing is live in it until something is promoted there."],
          input: { name },
          done: `The environment ${name} is created.`,
        }
      : 'A name is a word of small letters, digits and dashes, such as qa.',
}
