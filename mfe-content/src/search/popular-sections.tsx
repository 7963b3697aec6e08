import { paths } from '@marram/api-contract/paths'
import { Link } from '@marram/sdk/router'
import css from './popular-sections.module.css'

const sections = [
  { title: 'News', to: paths.newsList(), says: 'What happened on the coast, and what we got wrong.' },
  { title: 'Publications', to: paths.publications(), says: 'Plain reports on what was counted and measured.' },
  { title: 'Sports', to: paths.sports(), says: 'Runs, rides and swims that keep a record of the ground.' },
  { title: 'Exhibitions', to: paths.exhibitions(), says: 'Touring shows about heat, water and memory.' },
  { title: 'Courses', to: paths.courses(), says: 'Learn to read a shore, a river or a sky.' },
  { title: 'Campaign & Events', to: paths.campaignEvents(), says: 'Surveys and planting days near you.' },
]

/** Where most visitors go, for those who have no words for it. */
export function PopularSections() {
  return (
    <section aria-labelledby="popular-sections">
      <h2 className={css.title} id="popular-sections">
        Popular sections
      </h2>
      <ul className={css.sections}>
        {sections.map(({ title, to, says }) => (
          <li key={to} className={css.section}>
            <h3 className={css.name}>
              <Link to={to}>{title}</Link>
            </h3>
            <p className={css.says}>{says}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
