import type { Course } from '@marram/api-contract/courses'
import { today } from '@marram/api-contract/event-state'
import { paths } from '@marram/api-contract/paths'
import { RegistrationOpen } from '@marram/ui/chip'
import { LongDate } from '@marram/ui/date-range'
import { excerpt } from '@marram/ui/excerpt'
import { CardGrid, TornCard } from '@marram/ui/torn-card'
import { stateOf } from '../components/event-state'

const EXCERPT = 150

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
        to: site?.href ?? (form && state === 'open' ? paths.registration(form, { event: slug }) : undefined),
        site: site?.host,
      }
    })
}
export type CourseCard = ReturnType<typeof courseCards>[number]

/** Only the web: another kind of link would run in the page. */
function webAddress(link: string | null): URL | undefined {
  if (!link || !URL.canParse(link)) return undefined
  const url = new URL(link)
  return /^https?:$/.test(url.protocol) ? url : undefined
}

export function CourseCards({ cards }: { cards: CourseCard[] }) {
  return (
    <CardGrid columns={3}>
      {cards.map(({ slug, title, image, date, state, to, site, ...card }) => (
        <li key={slug}>
          <TornCard
            shape="wide"
            to={to}
            title={title}
            seed={slug}
            image={image}
            chip={state === 'open' && !site && <RegistrationOpen />}
            meta={
              <>
                <span>
                  {state === 'over' ? 'Began on ' : 'Begins on '}
                  <LongDate value={date} />
                </span>
                {site && <span>On {site}</span>}
              </>
            }
          >
            {card.excerpt}
          </TornCard>
        </li>
      ))}
    </CardGrid>
  )
}
