import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { PageBanner } from '@marram/ui/page-banner'
import { unlessFailed } from '@marram/ui/unless-failed'
import { listSports } from '../api'
import track from '../art/sports.svg'
import { About, Experts, Figures, PartnerCall, Photos, Sponsors, VolunteerCall } from '../components/area-blocks'
import { loadArea, loadPhotos, unlessAllFailed } from '../components/area-data'
import { eventCards } from '../components/event-cards'
import { OpenEvents } from '../components/open-events'
import { PreviousEvents } from '../components/previous-events'
import { anyOf, loadPrevious } from '../components/previous-news'
import { ListingLayout } from '../layouts/listing-layout'

export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  const [open, area, photos, previous] = await Promise.all([
    unlessFailed(listSports(signal)),
    loadArea('sports', signal),
    loadPhotos('sports', signal),
    loadPrevious(['sports'], signal),
  ])
  unlessAllFailed([open, photos, anyOf(previous), ...Object.values(area)])
  return { cards: open && eventCards(open), area, photos, previous }
}

export function Component() {
  const { cards, area, photos, previous } = useLoaderData<typeof loader>()
  return (
    <>
      <PageMeta
        title="Sports"
        description="Runs, rides and swims along the coast that keep a record of the ground they cross."
      />
      <ListingLayout
        banner={<PageBanner title="Sports" hour="noon" art={track} />}
        intro={
          <>
            <Sponsors of={area.sponsors} />
            <About of={area.about} />
          </>
        }
        open={
          <OpenEvents
            title="Run, ride or swim with us"
            empty="The next run, ride or swim will stand here as soon as its date is fixed."
            cards={cards}
            linkTo={paths.sport}
          />
        }
        record={
          <>
            <PreviousEvents title="Previous events" of={previous} />
            <Figures of={area.counters} />
            <Photos of={photos} />
          </>
        }
        people={
          <>
            <VolunteerCall title="Hold the chalk for us">
              <p>
                Every run needs somebody at the fork, somebody at the sink with the enamel cups, and somebody who counts
                what nobody trod on. You choose which, and you are home for supper.
              </p>
            </VolunteerCall>
            <PartnerCall>
              <p>
                You may lend us a van, a boathouse or forty thermometers. Your name stands beside the start, in the same
                size as that of the people who make the sandwiches.
              </p>
            </PartnerCall>
            <Experts of={area.quotes} />
          </>
        }
      />
    </>
  )
}
