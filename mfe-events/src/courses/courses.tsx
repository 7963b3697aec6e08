import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { matching } from '@marram/ui/matching'
import { PageBanner } from '@marram/ui/page-banner'
import { unlessFailed } from '@marram/ui/unless-failed'
import { listCourses } from '../api'
import shore from '../art/courses.svg'
import { About, Experts, Figures, PartnerCall, Sponsors } from '../components/area-blocks'
import { loadArea, unlessAllFailed } from '../components/area-data'
import { ListingLayout } from '../layouts/listing-layout'
import { courseCards } from './course-cards'
import { CourseList } from './course-list'

export async function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  const q = new URL(url).searchParams.get('q')?.trim() ?? ''
  const [all, area] = await Promise.all([unlessFailed(listCourses(signal)), loadArea('courses', signal)])
  unlessAllFailed([all, ...Object.values(area)])
  // No host searches courses, so words are looked for here.
  return { q, cards: all && courseCards(q ? all.filter(matching(q)) : all), area }
}

export function Component() {
  const { q, cards, area } = useLoaderData<typeof loader>()
  return (
    <>
      <PageMeta
        title={q ? `Search for “${q}”, Courses` : 'Courses'}
        description="Days and evenings outdoors and at the kitchen table: tide gauges, dunes, grasses and honest error bars."
        noIndex={q !== ''}
      />
      <ListingLayout
        banner={<PageBanner title="Courses" hour="morning" art={shore} />}
        open={<CourseList q={q} cards={cards} />}
        record={
          <>
            <About of={area.about} />
            <Sponsors of={area.sponsors} />
            <Figures of={area.counters} />
          </>
        }
        people={
          <>
            <PartnerCall>
              <p>
                A kitchen, a workshop or a boat that lies idle on Thursdays makes a course. You say what must not be
                sawn through; we bring the beans and the stopwatch.
              </p>
            </PartnerCall>
            <Experts of={area.quotes} />
          </>
        }
      />
    </>
  )
}
