import { board } from '@marram/release-contract/calls/environments'
import { Link, useParams } from 'react-router-dom'
import { useLive } from '../live'
import { Page } from '../page/page'
import { Evidence } from './evidence'
import { History } from './history'
import { Now } from './now'
import { Stops } from './stops'
import { Versions } from './versions'

/** One part in one environment: what is live, how it fares, and everything that can be done about it. */
export function Rollout() {
  const { environment = '', part = '' } = useParams()
  return (
    <Page title={`${part} in ${environment}`} live={useLive('/releases/board', board)}>
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
