import { Link, useParams } from 'react-router-dom'
import { ChangeButton } from '../changes/change-dialog'
import { retirement } from '../changes/part-changes'
import { lifting, stopForm } from '../changes/stop-changes'
import { Loaded, Page } from '../page/page'
import { StopNote } from '../page/stop-note'
import { Table } from '../page/table'
import { bytes, count, Moment } from '../page/words'
import { useLive } from '../registry'
import type { BoardEnvironment } from '../shapes'
import { Evidence } from './evidence'
import { Faults } from './faults'
import { Now } from './now'
import { VersionButtons } from './version-buttons'

/** One part in one environment: what is live, how it fares, and everything that can be done about it. */
export function Rollout() {
  const { environment = '', part = '' } = useParams()
  return (
    <Page title={`${part} in ${environment}`} live={useLive('showBoard', {})}>
      {({ environments }) => {
        const where = environments.find((each) => each.environment === environment)
        if (!where)
          return (
            <p>
              There is no environment {environment}. <Link to="/">Go to the board</Link>
            </p>
          )
        const state = where.parts[part]
        return (
          <>
            <Now where={where} part={part} environments={environments} />
            {state && <Evidence environment={environment} part={part} state={state} />}
            {state && <Faults environment={environment} part={part} />}
            <Versions where={where} part={part} />
            <Stops where={where} part={part} />
            <History where={where} part={part} />
          </>
        )
      }}
    </Page>
  )
}

type PartProps = { where: BoardEnvironment; part: string }

/** Every release of the part, and what it may become here. */
function Versions({ where, part }: PartProps) {
  const path = `/environments/${where.environment}/parts/${part}`
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">Releases</h2>
      <Loaded live={useLive('listVersions', { part })} what="releases">
        {({ versions }) => (
          <Table
            label="All releases"
            className="stacks"
            columns={[
              ['Version', ({ version }) => <Link to={`${path}/versions/${version}`}>{version}</Link>],
              ['Published', publication],
              ['Host', ({ host }) => host],
              ['Files', (release) => `${count(release.files)}, ${bytes(release.bytes)}`],
              [
                'Live in',
                ({ live, candidate }) => [...live, ...candidate.map((name) => `${name} (rollout)`)].join(', '),
              ],
              [
                'Here',
                ({ version }) => (
                  <div className="buttons">
                    <VersionButtons where={where} part={part} version={version} />
                  </div>
                ),
              ],
            ]}
            rows={versions}
            keyOf={({ version }) => version}
          />
        )}
      </Loaded>
    </section>
  )
}

type Publication = { publishedAt: string; publishedBy: string; source: string | null }

const publication = ({ publishedAt, publishedBy, source }: Publication) => (
  <span>
    <Moment at={publishedAt} /> by {publishedBy}
    {source && `, of commit ${source.slice(0, 8)}${source.endsWith('-dirty') ? ' and changes in none' : ''}`}
  </span>
)

/** Whether the part is off the site or locked. */
function Stops({ where, part }: PartProps) {
  const stopOf = (kind: string) => where.stops.find((stop) => stop.kind === kind && stop.part === part)
  const [killed, locked] = [stopOf('kill'), stopOf('lock')]
  return (
    <section aria-labelledby="stops">
      <h2 id="stops">Stopping</h2>
      {[killed, locked].map((stop) => stop && <StopNote key={stop.kind} stop={stop} />)}
      {!killed && !locked && <p>Nothing of it is stopped.</p>}
      <div className="buttons">
        {killed && <ChangeButton label="Bring it back" wanted={lifting(where, killed)} />}
        {killed && <ChangeButton label="Change its notice or end" wanted={stopForm(where, killed)} />}
        {!killed && where.parts[part] && part !== 'shell' && (
          <ChangeButton label="Take it off the site" wanted={stopForm(where, { kind: 'kill', part })} />
        )}
        {where.parts[part] && part !== 'shell' && <ChangeButton label="Retire it" wanted={retirement(where, part)} />}
        {/* One button for both, so that it keeps the focus. */}
        <ChangeButton
          label={locked ? 'Unlock' : 'Lock'}
          wanted={locked ? lifting(where, locked) : stopForm(where, { kind: 'lock', part })}
        />
        {locked && <ChangeButton label="Change the lock" wanted={stopForm(where, locked)} />}
      </div>
    </section>
  )
}

/** What was live before, latest first. */
function History({ where, part }: PartProps) {
  const steps = where.parts[part]?.history.toReversed() ?? []
  return (
    <section aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol className="history">
        {steps.map(({ version, at, by }) => (
          <li key={`${version} ${at}`}>
            {version}, since <Moment at={at} />, by {by}
          </li>
        ))}
      </ol>
      <Link to={`/activity?environment=${where.environment}&part=${part}`}>Everything that was done with {part}</Link>
    </section>
  )
}
