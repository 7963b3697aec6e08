import { partVersions } from '@marram/release-contract/calls/releases'
import { Link } from 'react-router-dom'
import { ChangeButton } from '../changes/change-button'
import { promotion, rollback } from '../changes/part-changes'
import { useLive } from '../live'
import { Moment } from '../page/moment'
import { Failure, Waiting } from '../page/states'
import { Table } from '../page/table'
import { bytes, count } from '../page/words'
import type { BoardEnvironment } from '../shapes'
import { shareForm } from './share-form'

type VersionsProps = { where: BoardEnvironment; part: string }

/** Every release of the part, and what it may become here. */
export function Versions({ where, part }: VersionsProps) {
  const { data, error, look } = useLive(`/releases/parts/${part}/versions`, partVersions)
  const { environment } = where
  const state = where.parts[part]
  const may = { environment, part }
  const was = state?.history.slice(0, -1).map(({ version }) => version) ?? []
  return (
    <section aria-labelledby="versions">
      <h2 id="versions">Releases</h2>
      {error && <Failure error={error} again={look} />}
      {!data && !error && <Waiting what="releases" />}
      {data && (
        <Table label="All releases" columns={['Version', 'Published', 'Host', 'Files', 'Live in', 'Here']}>
          {data.versions.map((each) => (
            <tr key={each.version}>
              <th scope="row">
                <Link to={`/environments/${environment}/parts/${part}/versions/${each.version}`}>{each.version}</Link>
              </th>
              <td>
                <Moment at={each.publishedAt} /> by {each.publishedBy}
              </td>
              <td>{each.host}</td>
              <td>
                {count(each.files)}, {bytes(each.bytes)}
              </td>
              <td>{[...each.live, ...each.candidate.map((name) => `${name} (rollout)`)].join(', ')}</td>
              <td>
                <div className="buttons">
                  {each.version !== state?.stable && (
                    <ChangeButton
                      label={`Promote ${each.version}`}
                      may={{ ...may, action: 'promote' }}
                      wanted={() => promotion(where, part, each.version)}
                    />
                  )}
                  {state && each.version !== state.stable && each.version !== state.candidate && (
                    <ChangeButton
                      label={`Roll out ${each.version}`}
                      may={{ ...may, action: 'canary' }}
                      wanted={() => shareForm(where, part, each.version)}
                    />
                  )}
                  {was.includes(each.version) && each.version !== state?.stable && (
                    <ChangeButton
                      label={`Roll back to ${each.version}`}
                      may={{ ...may, action: 'rollback' }}
                      wanted={() => rollback(where, part, each.version)}
                    />
                  )}
                </div>
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}
