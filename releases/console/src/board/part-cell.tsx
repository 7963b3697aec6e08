import { compareVersions } from '@marram/release-contract/version'
import { Link } from 'react-router-dom'
import { StopNote } from '../page/stop-note'
import { percent } from '../page/words'
import type { BoardEnvironment, State } from '../shapes'
import { HealthLine } from './health-line'
import { ShareBar } from './share-bar'

type CellProps = { environment: BoardEnvironment; part: string; latest: string }

/** One part in one environment; its link leads to everything that can be done with it. */
export function PartCell({ environment: { environment, parts, stops, health }, part, latest }: CellProps) {
  const { stable, candidate, traffic, group, strategy } = parts[part] as State
  const own = health[part]
  const isBehind = candidate === null && latest !== stable && compareVersions(latest, stable) >= 0
  return (
    <div className="cell">
      <Link to={`/environments/${environment}/parts/${part}`}>
        {stable}
        <span className="unseen">
          {' '}
          of {part} in {environment}
        </span>
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
      {stops
        .filter((stop) => stop.part === part)
        .map((stop) => (
          <StopNote key={stop.kind} stop={stop} />
        ))}
    </div>
  )
}
