import { board } from '@marram/release-contract/calls/environments'
import { Link } from 'react-router-dom'
import { useLive } from '../live'
import { Page } from '../page/page'
import { Table } from '../page/table'
import type { BoardAnswer } from '../shapes'
import { EnvironmentHead } from './environment-head'
import { NewEnvironment } from './new-environment'
import { PartCell } from './part-cell'

/** Environments by parts: what is live, for how many visitors, and how it fares. */
export function Board() {
  return (
    <Page title="Board" live={useLive('/releases/board', board)}>
      {(answer) => (
        <>
          {answer.parts.length === 0 ? <p>Nothing is published yet: npm run release -- publish FOLDER</p> : null}
          <BoardTable {...answer} />
          <NewEnvironment />
        </>
      )}
    </Page>
  )
}

function BoardTable({ environments, parts }: BoardAnswer) {
  return (
    <Table
      label="Parts by environment"
      className="board"
      columns={[
        'Part',
        ...environments.map((each) => ({ key: each.environment, head: <EnvironmentHead environment={each} /> })),
      ]}
    >
      {parts.map(({ part, title, latest }) => (
        <tr key={part}>
          <th scope="row">
            <span className="part">{part}</span>
            <span className="hint">{title === part ? '' : title}</span>
            <span className="hint">Latest {latest}</span>
          </th>
          {environments.map((each) => (
            <td key={each.environment}>
              {each.parts[part] ? (
                <PartCell environment={each} part={part} latest={latest} />
              ) : (
                <Link to={`/environments/${each.environment}/parts/${part}`}>Not live</Link>
              )}
            </td>
          ))}
        </tr>
      ))}
    </Table>
  )
}
