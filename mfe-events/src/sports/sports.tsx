import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { unlessFailed } from '@marram/ui/unless-failed'
import { listSports } from '../api'
import track from '../art/sports.svg'
import { loadListing, unlessAllFailed } from '../components/area-data'
import { eventCards } from '../components/event-cards'
import { OpenEvents } from '../components/event-lists'
import { ListingLayout } from '../layouts/listing-layout'

export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  const [open, listing] = await Promise.all([unlessFailed(listSports(signal)), loadListing('sports', signal)])
  unlessAllFailed({ open, ...listing })
  return { cards: open && eventCards(open), listing }
}

export function Component() {
  const { cards, listing } = useLoaderData<typeof loader>()
  return (
    <ListingLayout
      listing={listing}
      banner={{ title: 'Sports', hour: 'noon', art: track }}
      open={cards?.length}
      previous="Previous events"
      volunteer={{
        title: 'Hold the chalk for us',
        text: 'Every run needs somebody at the fork, somebody at the sink with the enamel cups, and somebody who counts what nobody trod on. You choose which, and you are home for supper.',
      }}
      partner="You may lend us a van, a boathouse or forty thermometers. Your name stands beside the start, in the same size as that of the people who make the sandwiches."
    >
      <PageMeta
        title="Sports"
        description="Runs, rides and swims along the coast that keep a record of the ground they cross."
      />
      <OpenEvents
        title="Run, ride or swim with us"
        empty="The next run, ride or swim will stand here as soon as its date is fixed."
        cards={cards}
        linkTo={paths.sport}
      />
    </ListingLayout>
  )
}
