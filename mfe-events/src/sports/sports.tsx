import { paths } from '@marram/contracts/paths'
import { PageMeta } from '@marram/host/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/host/router'
import { PageBanner } from '@marram/ui/page-banner'
import { listSports } from '../api'
import track from '../art/sports.svg'
import { eventCards, OpenEvents } from '../components/open-events'
import { ListingLayout } from '../layouts/listing-layout'

export async function loader({ request }: LoaderFunctionArgs) {
  return { cards: eventCards(await listSports(request.signal)) }
}

export function Component() {
  const { cards } = useLoaderData<typeof loader>()
  return (
    <>
      <PageMeta
        title="Sports"
        description="Runs, rides and swims along the coast that keep a record of the ground they cross."
      />
      <ListingLayout
        banner={<PageBanner title="Sports" hour="noon" art={track} />}
        open={
          <OpenEvents
            title="Run, ride or swim with us"
            empty="The next run, ride or swim will stand here as soon as its date is fixed."
            cards={cards}
            linkTo={paths.sport}
          />
        }
      />
    </>
  )
}
