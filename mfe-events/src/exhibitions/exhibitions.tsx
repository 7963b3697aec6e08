import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { unlessFailed } from '@marram/ui/unless-failed'
import { listExhibitions, listPastExhibitions } from '../api'
import rings from '../art/exhibitions.svg'
import { loadListing, unlessAllFailed } from '../components/area-data'
import { eventCards } from '../components/event-cards'
import { OpenEvents, PastEvents } from '../components/event-lists'
import { ListingLayout } from '../layouts/listing-layout'

export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  const [open, past, listing] = await Promise.all([
    unlessFailed(listExhibitions(signal)),
    unlessFailed(listPastExhibitions(signal)),
    loadListing('exhibitions', signal),
  ])
  unlessAllFailed({ open, past, ...listing })
  return { open: open && eventCards(open), past: past && eventCards(past), listing }
}

export function Component() {
  const { open, past, listing } = useLoaderData<typeof loader>()
  return (
    <ListingLayout
      listing={listing}
      banner={{ title: 'Exhibitions', hour: 'rose', art: rings }}
      open={open?.length}
      previous="What was written about them"
      past={<PastEvents title="Past exhibitions" cards={past} linkTo={paths.exhibition} />}
      volunteer={{
        title: 'Sit beside a label',
        text: 'In each room there is a chair, and on the chair somebody who knows a little more than the label says. We teach you the little more in one afternoon.',
      }}
      partner="A library, a depot or a village hall will do, if its door is eighty centimetres wide. We bring the show, hang it, and carry it down again."
    >
      <PageMeta
        title="Exhibitions"
        description="Touring shows about water, heat and ice, made with the people who kept count of them."
      />
      <OpenEvents
        title="On show, and soon"
        empty="The next exhibition will stand here as soon as it fits through the door."
        cards={open}
        linkTo={paths.exhibition}
        action="Event Details"
      />
    </ListingLayout>
  )
}
