import { Link, useParams } from 'react-router-dom'
import { useLive } from '../live'
import { Moment } from '../page/moment'
import { Page } from '../page/page'
import type { BoardEnvironment } from '../shapes'
import { Evidence } from './evidence'
import { Now } from './now'
import { Stops } from './stops'
import { Versions } from './versions'

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
