import type { Board as BoardShown } from '@marram/release-contract/calls/environments'
import { Link } from 'react-router-dom'
import { useLive } from '../live'
import { Page } from '../page/page'
import { Table } from '../page/table'
import { EnvironmentHead } from './environment-head'
import { NewEnvironment } from './new-environment'
import { PartCell } from './part-cell'

/** Environments by parts: what is live, for how many visitors, and how it fares. */
export function Board() {
  return (
    <Page title="Board" live={useLive('showBoard', {})}>
      {(response) => (
        <>
          {response.parts.length === 0 ? <p>Nothing is published yet: npm run release -- publish FOLDER</p> : null}
          <BoardTable {...response} />
          <NewEnvironment />
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
        'Part',
        ...environments.map((each) => ({ key: each.environment, head: <EnvironmentHead environment={each} /> })),
      ]}
      rows={parts.map(({ part, title, latest }) => ({
        key: part,
        head: (
          <>
            <span className="part">{part}</span>
            <span className="hint">{title === part ? '' : title}</span>
            <span className="hint">Latest {latest}</span>
          </>
        ),
        cells: environments.map((each) =>
          each.parts[part] ? (
            <PartCell key={each.environment} environment={each} part={part} latest={latest} />
          ) : (
            <Link key={each.environment} to={`/environments/${each.environment}/parts/${part}`}>
              Not live
            </Link>
          ),
        ),
      }))}
    />
  )
}
