import { listOpenSports } from '@marram/api-contract/events'
import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import cups from '../art/call-sports.svg'
import track from '../art/sports.svg'
import { loadListing } from '../components/area-data'
import { ListingLayout } from '../layouts/listing-layout'

export const loader = ({ request: { signal } }: LoaderFunctionArgs) => loadListing('sports', listOpenSports, signal)

export function Component() {
  return (
    <ListingLayout
      listing={useLoaderData<typeof loader>()}
      banner={{ title: 'Sports', hour: 'noon', art: track }}
      description="Runs, rides and swims along the coast that keep a record of the ground they cross."
      open={{
        title: 'Run, ride or swim with us',
        empty: 'The next run, ride or swim will appear here as soon as its date is fixed.',
        linkTo: paths.sport,
      }}
      reports="Reports from previous events"
      volunteer={{
        art: cups,
        title: 'Hold the chalk for us',
        text: 'Every run needs somebody at the fork, somebody at the sink with the enamel cups, and somebody who counts what nobody trod on. You choose which, and you are home for supper.',
      }}
      partner="You may lend us a van, a boathouse or forty thermometers. Your name stands beside the start, in the same size as that of the people who make the sandwiches."
    />
  )
}
