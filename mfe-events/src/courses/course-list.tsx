import { paths } from '@marram/api-contract/paths'
import { Link } from '@marram/sdk/router'
import { LinkButton } from '@marram/ui/button'
import { EmptyState } from '@marram/ui/empty-state'
import { FailedBlock } from '@marram/ui/failed-block'
import { SearchBox } from '@marram/ui/search-box'
import { Wrap } from '@marram/ui/wrap'
import { type CourseCard, CourseCards } from './course-cards'
import css from './course-list.module.css'

type Props = {
  q: string
  /** Undefined where the call for them failed. */
  cards: CourseCard[] | undefined
}

/** Search and cards. */
export function CourseList({ q, cards }: Props) {
  const found = cards && (cards.length === 1 ? '1 course' : `${cards.length} courses`)
  return (
    <section className={css.courses} aria-labelledby="courses">
      <Wrap>
        <div className={css.tools}>
          <SearchBox action={paths.courses()} label="Search courses" placeholder="A skill, a plant, a tool" q={q} />
          <LinkButton to={paths.submissions()} look="ghost" className={css.submit}>
            Submit Your Content
          </LinkButton>
        </div>
        <header className={css.head}>
          <h2 className={css.title} id="courses">
            {q ? `“${q}”` : 'All courses'}
          </h2>
          <p className={css.found}>
            {found} {found && q && 'found'}
            {q && <Link to={paths.courses()}>Show all courses</Link>}
          </p>
        </header>
        {!cards && <FailedBlock title="The courses could not be loaded." />}
        {cards?.length === 0 && (
          <EmptyState>
            {q
              ? 'No course has all of these words. Fewer or shorter words find more.'
              : 'The next course will stand here as soon as there is somebody to teach it.'}
          </EmptyState>
        )}
        {cards && cards.length > 0 && <CourseCards cards={cards} />}
      </Wrap>
    </section>
  )
}
