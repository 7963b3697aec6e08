import type { Action } from '@marram/release-contract/permissions'
import { Link, useParams } from 'react-router-dom'
import { ChangeButton } from '../changes/change-button'
import { promotion } from '../changes/part-changes'
import { useLive, useOnce } from '../live'
import { Page } from '../page/page'
import { Failure, Waiting } from '../page/states'
import { LinkButton } from '../previews/link-dialog'
import { shareForm } from '../rollout/share-form'
import type { EnvironmentShown } from '../shapes'
import { DifferenceTables } from './difference-tables'
import { GateReport } from './gate-report'

/** One release: what the gate says of it here, and what it changes of what is live. */
export function Release() {
  const { environment = '', part = '', version = '' } = useParams()
  return (
    <Page title={`${part} ${version}`} live={useLive('showEnvironment', { environment })}>
      {(where) => <Shown where={where} part={part} version={version} />}
    </Page>
  )
}

type ShownProps = { where: EnvironmentShown; part: string; version: string }

function Shown({ where, part, version }: ShownProps) {
  const { environment } = where
  const state = where.parts[part]
  const live = state?.stable
  const may = (action: Action) => ({ environment, part, action })
  const own = useOnce('showManifest', { part, version })
  const other = useOnce('showManifest', live === undefined ? null : { part, version: live })
  const error = own.error ?? other.error
  return (
    <>
      <p>
        {live === version ? `It is live in ${environment}.` : `In ${environment}: ${live ?? 'nothing'} is live.`}{' '}
        <Link to={`/environments/${environment}/parts/${part}`}>
          {part} in {environment}
        </Link>
      </p>
      <div className="buttons">
        {version !== live && (
          <ChangeButton
            label={`Promote ${version}`}
            may={may('promote')}
            wanted={() => promotion(where, part, version)}
          />
        )}
        {version !== live && state && (
          <ChangeButton
            label={`Roll out ${version}`}
            may={may('canary')}
            wanted={() => shareForm(where, part, version)}
          />
        )}
        <LinkButton label="Make a link" environment={environment} shows={{ part, version }} />
      </div>
      <GateReport environment={environment} part={part} version={version} />
      <section aria-labelledby="difference">
        <h2 id="difference">Difference to live</h2>
        {error && <Failure error={error} />}
        {!error && live !== version && !(own.data && (other.data || live === undefined)) && (
          <Waiting what="the release" />
        )}
        {live === undefined && <p>Nothing of {part} is live here: everything is new.</p>}
        {live === version && <p>It is what is live.</p>}
        {own.data && other.data && live !== version && <DifferenceTables before={other.data} after={own.data} />}
      </section>
    </>
  )
}
