import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { PageBanner } from '@marram/ui/page-banner'
import { unlessFailed } from '@marram/ui/unless-failed'
import { listOlympiads } from '../api'
import ice from '../art/olympiad.svg'
import { About, Experts, Figures, PartnerCall, Photos, Sponsors, VolunteerCall } from '../components/area-blocks'
import { loadArea, loadPhotos, unlessAllFailed } from '../components/area-data'
import { eventCards } from '../components/event-cards'
import { OpenEvents } from '../components/open-events'
import { PastEvents } from '../components/past-events'
import { PreviousEvents } from '../components/previous-events'
import { anyOf, loadPrevious } from '../components/previous-news'
import { ListingLayout } from '../layouts/listing-layout'

export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  const [all, area, photos, previous] = await Promise.all([
    unlessFailed(listOlympiads(signal)),
    loadArea('olympiad', signal),
    loadPhotos('olympiad', signal),
    loadPrevious(['olympiad'], signal),
  ])
  unlessAllFailed([all, photos, anyOf(previous), ...Object.values(area)])
  const cards = all && eventCards(all)
  return {
    open: cards?.filter(({ state }) => state !== 'over'),
    past: cards?.filter(({ state }) => state === 'over') ?? [],
    area,
    photos,
    previous,
  }
}

export function Component() {
  const { open, past, area, photos, previous } = useLoaderData<typeof loader>()
  return (
    <>
      <PageMeta
        title="Olympiad"
        description="Short questions about the climate, for schools and for grown-ups, each with three answers to choose from."
      />
      <ListingLayout
        banner={<PageBanner title="Olympiad" hour="night" art={ice} />}
        intro={
          <>
            <Sponsors of={area.sponsors} />
            <About of={area.about} />
          </>
        }
        open={
          <OpenEvents
            title="Think along with us"
            empty="The next olympiad will stand here as soon as its questions are written."
            cards={open}
            linkTo={paths.olympiad}
          />
        }
        record={
          <>
            <PastEvents title="Past olympiads" cards={past} linkTo={paths.olympiad} />
            <PreviousEvents title="Previous events" of={previous} />
            <Figures of={area.counters} />
            <Photos of={photos} />
          </>
        }
        people={
          <>
            <VolunteerCall title="Mark forty answers">
              <p>
                Four thousand answers are read by people, two at a time, with tea between them. You need no degree, only
                patience with handwriting and one Saturday in spring.
              </p>
            </VolunteerCall>
            <PartnerCall>
              <p>
                A hall, a minibus or a box of pencils takes a school further than a cup does. Partners set no questions
                and see no answers before the pupils do.
              </p>
            </PartnerCall>
            <Experts of={area.quotes} />
          </>
        }
      />
    </>
  )
}
