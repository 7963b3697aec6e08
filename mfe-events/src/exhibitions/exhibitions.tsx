import { listClosedExhibitions, listOpenExhibitions } from '@marram/api-contract/events'
import { paths } from '@marram/api-contract/paths'
import { get } from '@marram/sdk/api-client'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { unlessFailed } from '@marram/ui/unless-failed'
import chair from '../art/call-exhibitions.svg'
import rings from '../art/exhibitions.svg'
import { loadListing } from '../components/area-data'
import { EventSection, eventCards } from '../components/event-cards'
import { ListingLayout } from '../layouts/listing-layout'

export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  const [listing, past] = await Promise.all([
    loadListing('exhibitions', listOpenExhibitions, signal),
    unlessFailed(get(listClosedExhibitions, { signal })),
  ])
  return { listing, past: past && eventCards(past) }
}

export function Component() {
  const { listing, past } = useLoaderData<typeof loader>()
  return (
    <ListingLayout
      listing={listing}
      banner={{ title: 'Exhibitions', hour: 'rose', art: rings }}
      description="Touring shows about water, heat and ice, made with the people who kept count of them."
      open={{
        title: 'On show, and soon',
        empty: 'The next exhibition will appear here as soon as it fits through the door.',
        linkTo: paths.exhibition,
        action: 'Event Details',
        of: ['show on or coming', 'shows on or coming'],
      }}
      past={
        <EventSection id="past-events" title="Past exhibitions" cards={past} linkTo={paths.exhibition} columns={4} />
      }
      reports="Reports on the shows"
      picturesAt="end"
      volunteer={{
        art: chair,
        title: 'Sit beside a label',
        text: 'In each room there is a chair, and on the chair somebody who knows a little more than the label says. We teach you the little more in one afternoon.',
      }}
      partner="A library, a depot or a village hall will do, if its door is eighty centimetres wide. We bring the show, hang it, and carry it down again."
    />
  )
}
