import type { Action } from '@marram/release-contract/permissions'
import { Fragment } from 'react'
import { Link, useParams } from 'react-router-dom'
import { ChangeButton } from '../changes/change-button'
import { promotion, rollback } from '../changes/part-changes'
import { endField, ending, killing, lifting, locking, noticeField, stopForm, stopping } from '../changes/stop-changes'
import { useLive } from '../live'
import { Moment } from '../page/moment'
import { Loaded, Page } from '../page/page'
import { StopNote } from '../page/stop-note'
import { Table } from '../page/table'
import { bytes, count } from '../page/words'
import type { BoardEnvironment } from '../shapes'
import { Evidence } from './evidence'
import { Now } from './now'
import { shareForm } from './share-form'

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
            <Versions where={where} part={part} />
            <Stops where={where} part={part} />
            <History where={where} part={part} />
          </>
        )
      }}
    </Page>
  )
}

/** What was live before, latest first. */
function History({ where, part }: { where: BoardEnvironment; part: string }) {
  const steps = [...(where.parts[part]?.history ?? [])].reverse()
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

type VersionsProps = { where: BoardEnvironment; part: string }

/** Every release of the part, and what it may become here. */
function Versions({ where, part }: VersionsProps) {
  const live = useLive('listVersions', { part })
  const { environment } = where
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">Releases</h2>
      <Loaded live={live} what="releases">
        {({ versions }) => (
          <Table
            label="All releases"
            columns={['Version', 'Published', 'Host', 'Files', 'Live in', 'Here']}
            rows={versions.map((each) => ({
              key: each.version,
              head: (
                <Link to={`/environments/${environment}/parts/${part}/versions/${each.version}`}>{each.version}</Link>
              ),
              cells: [
                <Fragment key="published">
                  <Moment at={each.publishedAt} /> by {each.publishedBy}
                </Fragment>,
                each.host,
                `${count(each.files)}, ${bytes(each.bytes)}`,
                [...each.live, ...each.candidate.map((name) => `${name} (rollout)`)].join(', '),
                <Ways key="ways" where={where} part={part} version={each.version} />,
              ],
            }))}
          />
        )}
      </Loaded>
    </section>
  )
}

/** What a release may become here. */
function Ways({ where, part, version }: VersionsProps & { version: string }) {
  const state = where.parts[part]
  const may = (action: Action) => ({ environment: where.environment, part, action })
  if (version === state?.stable) return null
  const was = state?.history.slice(0, -1).some((each) => each.version === version)
  return (
    <div className="buttons">
      <ChangeButton label={`Promote ${version}`} may={may('promote')} wanted={() => promotion(where, part, version)} />
      {state && version !== state.candidate && (
        <ChangeButton
          label={`Roll out ${version}`}
          may={may('canary')}
          wanted={() => shareForm(where, part, version)}
        />
      )}
      {was && (
        <ChangeButton
          label={`Roll back to ${version}`}
          may={may('rollback')}
          wanted={() => rollback(where, part, version)}
        />
      )}
    </div>
  )
}

/** Off the site, and locked. */
function Stops({ where, part }: { where: BoardEnvironment; part: string }) {
  const { environment, stops } = where
  const may = (action: Action) => ({ environment, part, action })
  const killed = stops.find((stop) => stop.kind === 'kill' && stop.part === part)
  const locked = stops.find((stop) => stop.kind === 'lock' && stop.part === part)
  return (
    <section aria-labelledby="stops">
      <h2 id="stops">Stopping</h2>
      {[killed, locked].map((stop) => stop && <StopNote key={stop.kind} stop={stop} />)}
      {!killed && !locked && <p>Nothing of it is stopped.</p>}
      <div className="buttons">
        {killed && <ChangeButton label="Bring it back" may={may('revive')} wanted={() => lifting(where, killed)} />}
        {killed && (
          <ChangeButton label="Change its notice or end" may={may('kill')} wanted={() => stopForm(where, killed)} />
        )}
        {!killed && where.parts[part] && part !== 'shell' && (
          <ChangeButton
            label="Take it off the site"
            may={may('kill')}
            wanted={() => ({
              fields: [noticeField, endField],
              change: (values) => ending(killing(where, part, { notice: values.notice ?? '' }), values),
            })}
          />
        )}
        {locked ? (
          <ChangeButton label="Unlock" may={may('unlock')} wanted={() => lifting(where, locked)} />
        ) : (
          <ChangeButton label="Lock" may={may('lock')} wanted={() => stopping(() => locking(where, part))} />
        )}
        {locked && <ChangeButton label="Change the lock" may={may('lock')} wanted={() => stopForm(where, locked)} />}
      </div>
    </section>
  )
}
