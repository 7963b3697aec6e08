import type { Action } from '@marram/release-contract/permissions'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { ChangeButton } from '../changes/change-button'
import { promotion, rollback } from '../changes/part-changes'
import { useLive } from '../live'
import { Moment } from '../page/moment'
import { Loaded } from '../page/states'
import { Table } from '../page/table'
import { bytes, count } from '../page/words'
import type { BoardEnvironment } from '../shapes'
import { shareForm } from './share-form'

type VersionsProps = { where: BoardEnvironment; part: string }

/** Every release of the part, and what it may become here. */
export function Versions({ where, part }: VersionsProps) {
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
