import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { PageBanner } from '@marram/ui/page-banner'
import { unlessFailed } from '@marram/ui/unless-failed'
import { listExhibitions, listPastExhibitions } from '../api'
import rings from '../art/exhibitions.svg'
import { About, Experts, Figures, PartnerCall, Photos, Sponsors, VolunteerCall } from '../components/area-blocks'
import { loadArea, loadPhotos, unlessAllFailed } from '../components/area-data'
import { eventCards } from '../components/event-cards'
import { OpenEvents } from '../components/open-events'
import { PastEvents } from '../components/past-events'
import { PreviousEvents } from '../components/previous-events'
import { anyOf, loadPrevious } from '../components/previous-news'
import { ListingLayout } from '../layouts/listing-layout'

export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  const [open, past, area, photos, previous] = await Promise.all([
    unlessFailed(listExhibitions(signal)),
    unlessFailed(listPastExhibitions(signal)),
    loadArea('exhibitions', signal),
    loadPhotos('exhibitions', signal),
    loadPrevious(['exhibitions'], signal),
  ])
  unlessAllFailed([open, past, photos, anyOf(previous), ...Object.values(area)])
  return { open: open && eventCards(open), past: past && eventCards(past), area, photos, previous }
}

export function Component() {
  const { open, past, area, photos, previous } = useLoaderData<typeof loader>()
  return (
    <>
      <PageMeta
        title="Exhibitions"
        description="Touring shows about water, heat and ice, made with the people who kept count of them."
      />
      <ListingLayout
        banner={<PageBanner title="Exhibitions" hour="rose" art={rings} />}
        intro={
          <>
            <Sponsors of={area.sponsors} />
            <About of={area.about} />
          </>
        }
        open={
          <OpenEvents
            title="On show, and soon"
            empty="The next exhibition will stand here as soon as it fits through the door."
            cards={open}
            linkTo={paths.exhibition}
            action="Event Details"
          />
        }
        record={
          <>
            <PastEvents title="Past exhibitions" cards={past} linkTo={paths.exhibition} />
            <PreviousEvents title="What was written about them" of={previous} />
            <Figures of={area.counters} />
            <Photos of={photos} />
          </>
        }
        people={
          <>
            <VolunteerCall title="Sit beside a label">
              <p>
                In each room there is a chair, and on the chair somebody who knows a little more than the label says. We
                teach you the little more in one afternoon.
              </p>
            </VolunteerCall>
            <PartnerCall>
              <p>
                A library, a depot or a village hall will do, if its door is eighty centimetres wide. We bring the show,
                hang it, and carry it down again.
              </p>
            </PartnerCall>
            <Experts of={area.quotes} />
          </>
        }
      />
    </>
  )
}
