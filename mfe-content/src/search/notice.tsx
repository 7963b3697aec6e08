import { paths } from '@marram/api-contract/paths'
import { Link } from '@marram/sdk/router'
import { Wrap } from '@marram/ui/wrap'
import type { ReactNode } from 'react'
import css from './columns.module.css'
import popular from './popular-sections.module.css'
import { RecentSearches } from './recent-searches'

/** Before anything is searched for. */
export const Beginning = () => (
  <Wrap className={css.columns}>
    <PopularSections />
    <RecentSearches />
  </Wrap>
)

type Props = {
  title: string
  lead: string
  /** Stands beside it. */
  children?: ReactNode
}

/** Why there are no results, and the sections where most visitors go. */
export const Notice = ({ title, lead, children }: Props) => (
  <Wrap className={css.columns}>
    <div className={css.main}>
      <div role="status">
        <h2 className={css.title}>{title}</h2>
        <p className={css.lead}>{lead}</p>
      </div>
      <PopularSections />
    </div>
    {children}
  </Wrap>
)

const sections = [
  { title: 'News', to: paths.newsList(), says: 'What happened on the coast, and what we got wrong.' },
  { title: 'Publications', to: paths.publications(), says: 'Plain reports on what was counted and measured.' },
  { title: 'Sports', to: paths.sports(), says: 'Runs, rides and swims that keep a record of the ground.' },
  { title: 'Exhibitions', to: paths.exhibitions(), says: 'Touring shows about heat, water and memory.' },
  { title: 'Courses', to: paths.courses(), says: 'Learn to read a shore, a river or a sky.' },
  { title: 'Campaign & Events', to: paths.campaignEvents(), says: 'Surveys and planting days near you.' },
]

/** Where most visitors go, for those who have no words for it. */
function PopularSections() {
  return (
    <section aria-labelledby="popular-sections">
      <h2 className={popular.title} id="popular-sections">
        Popular sections
      </h2>
      <ul className={popular.sections}>
        {sections.map(({ title, to, says }) => (
          <li key={to} className={popular.section}>
            <h3 className={popular.name}>
              <Link to={to}>{title}</Link>
            </h3>
            <p className={popular.says}>{says}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
