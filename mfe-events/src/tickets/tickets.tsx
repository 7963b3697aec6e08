import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { PageBanner } from '@marram/ui/page-banner'
import { unlessFailed } from '@marram/ui/unless-failed'
import { listTickets } from '../api'
import lanterns from '../art/tickets.svg'
import { About, Experts, Figures, PartnerCall, Photos, Sponsors, VolunteerCall } from '../components/area-blocks'
import { loadArea, loadPhotos, unlessAllFailed } from '../components/area-data'
import { eventCards } from '../components/event-cards'
import { OpenEvents } from '../components/open-events'
import { PreviousEvents } from '../components/previous-events'
import { anyOf, loadPrevious } from '../components/previous-news'
import { ListingLayout } from '../layouts/listing-layout'
import { WeAccept } from './we-accept'

export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  const [open, area, photos, previous] = await Promise.all([
    unlessFailed(listTickets(signal)),
    loadArea('tickets', signal),
    loadPhotos('tickets', signal),
    // There is no news of tickets.
    loadPrevious(['sports', 'olympiad'], signal),
  ])
  unlessAllFailed([open, photos, anyOf(previous), ...Object.values(area)])
  return { cards: open && eventCards(open), area, photos, previous }
}

export function Component() {
  const { cards, area, photos, previous } = useLoaderData<typeof loader>()
  return (
    <>
      <PageMeta
        title="Tickets"
        description="Suppers, songs, lanterns and low tides: small evenings that pay for thermometers, gauges and gloves."
      />
      <ListingLayout
        banner={<PageBanner title="Tickets" hour="night" art={lanterns} />}
        intro={
          <>
            <Sponsors of={area.sponsors} />
            <About of={area.about} />
          </>
        }
        open={
          <OpenEvents
            title="Come and sit down"
            empty="The next evening will stand here as soon as a hall is found that is small enough."
            cards={cards}
            linkTo={paths.ticket}
          >
            <WeAccept />
          </OpenEvents>
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
            <VolunteerCall title="Put out chairs with us">
              <p>
                An evening takes eleven people who do not sit down: doors, soup, cables, and one with a good voice who
                says when the last bus goes. You hear everything, and for nothing.
              </p>
            </VolunteerCall>
            <PartnerCall>
              <p>
                Give us a room for a night, or the bread. What is left when the chairs are paid for buys sensors, and
                you get the address of yours.
              </p>
            </PartnerCall>
            <Experts of={area.quotes} />
          </>
        }
      />
    </>
  )
}
