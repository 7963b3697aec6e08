import { type Course, listCourses } from '@marram/api-contract/courses'
import { timing, today } from '@marram/api-contract/event-state'
import { paths } from '@marram/api-contract/paths'
import { get } from '@marram/sdk/api-client'
import { PageMeta } from '@marram/sdk/page-meta'
import { Link, type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { LinkButton } from '@marram/ui/button'
import { LongDate } from '@marram/ui/date-range'
import { EmptyState } from '@marram/ui/empty-state'
import { excerpt } from '@marram/ui/excerpt'
import { FailedBlock } from '@marram/ui/failed-block'
import { matching } from '@marram/ui/matching'
import { PageBanner } from '@marram/ui/page-banner'
import { SearchBox } from '@marram/ui/search-box'
import { CardGrid, TornCard } from '@marram/ui/torn-card'
import { unlessFailed } from '@marram/ui/unless-failed'
import { Wrap } from '@marram/ui/wrap'
import shore from '../art/courses.svg'
import { About, Experts, Figures, PartnerCall, Sponsors } from '../components/area-blocks'
import { loadArea, unlessAllFailed } from '../components/area-data'
import { daysOf, stateOf } from '../components/event-state'
import { StateChip } from '../components/state-chip'
import { ListingBlocks } from '../layouts/listing-layout'
import css from './course-list.module.css'

const EXCERPT = 150

export async function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  const q = new URL(url).searchParams.get('q')?.trim() ?? ''
  const [all, area] = await Promise.all([unlessFailed(get(listCourses, { signal })), loadArea('courses', signal)])
  unlessAllFailed({ all, ...area })
  // No host searches courses, so this page does.
  return { q, cards: all && courseCards(q ? all.filter(matching(q)) : all), area }
}

export function Component() {
  const { q, cards, area } = useLoaderData<typeof loader>()
  return (
    <ListingBlocks>
      <PageMeta
        title={q ? `Search for “${q}”, Courses` : 'Courses'}
        description="Days and evenings outdoors and at the kitchen table: tide gauges, dunes, grasses and honest error bars."
        noIndex={q !== ''}
      />
      <PageBanner title="Courses" hour="morning" art={shore} />
      <CourseList q={q} cards={cards} />
      <Sponsors of={area.sponsors} />
      <About of={area.about} />
      <Figures of={area.counters} />
      <PartnerCall text="A kitchen, a workshop or a boat that lies idle on Thursdays makes a course. You say what must not be sawn through; we bring the beans and the stopwatch." />
      <Experts of={area.quotes} />
    </ListingBlocks>
  )
}

function CourseList({ q, cards }: { q: string; cards: ReturnType<typeof courseCards> | undefined }) {
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
              : 'The next course will appear here as soon as there is somebody to teach it.'}
          </EmptyState>
        )}
        {cards && cards.length > 0 && (
          <CardGrid columns={3}>
            {cards.map(({ slug, title, image, date, state, comes, to, isElsewhere, ...card }) => (
              // Search and calendars lead to it.
              <li key={slug} id={slug} className={css.course}>
                <TornCard
                  shape="wide"
                  to={to}
                  title={title}
                  seed={slug}
                  image={image}
                  chip={<StateChip state={isElsewhere && state === 'open' ? 'none' : state} comes={comes} />}
                  meta={
                    <>
                      <span>
                        {state === 'over' ? 'Began on ' : 'Begins on '}
                        <LongDate value={date} />
                      </span>
                      {isElsewhere && <span>On a site of its own</span>}
                    </>
                  }
                >
                  {card.excerpt}
                </TornCard>
              </li>
            ))}
          </CardGrid>
        )}
      </Wrap>
    </section>
  )
}

/** What a card shows of a course, and where it leads: to its own site, else to its form, else nowhere. */
export function courseCards(courses: Course[]) {
  const day = today()
  return courses
    .filter(({ title }) => title)
    .map(({ slug, title, image, date, description, link, form }) => {
      const site = webAddress(link)
      const state = stateOf({ open: true, form, date_from: date, date_to: date }, day)
      return {
        slug,
        title,
        image,
        date,
        excerpt: excerpt(description, EXCERPT),
        state,
        comes: timing(daysOf({ date_from: date, date_to: date }), day) === 'coming',
        to: site?.href ?? (form && state === 'open' ? paths.registration(form, { event: slug }) : undefined),
        isElsewhere: site !== undefined,
      }
    })
}

/** Only the web: another kind of link would run in the page. */
function webAddress(link: string | null): URL | undefined {
  if (!link || !URL.canParse(link)) return undefined
  const url = new URL(link)
  return /^https?:$/.test(url.protocol) ? url : undefined
}
