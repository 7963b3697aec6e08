import { Link } from 'react-router-dom'
import { Moment } from '../page/moment'
import type { BoardEnvironment } from '../shapes'

/** What was live before, latest first. */
export function History({ where, part }: { where: BoardEnvironment; part: string }) {
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
