import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { PageBanner } from '@marram/ui/page-banner'
import { unlessFailed } from '@marram/ui/unless-failed'
import { listSubmissions } from '../api'
import marsh from '../art/submissions.svg'
import { About, Experts, Figures, PartnerCall, Photos, Sponsors, VolunteerCall } from '../components/area-blocks'
import { loadArea, loadPhotos, unlessAllFailed } from '../components/area-data'
import { eventCards } from '../components/event-cards'
import { OpenEvents } from '../components/open-events'
import { PreviousEvents } from '../components/previous-events'
import { anyOf, loadPrevious } from '../components/previous-news'
import { ListingLayout } from '../layouts/listing-layout'

export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  const [open, area, photos, previous] = await Promise.all([
    unlessFailed(listSubmissions(signal)),
    loadArea('submissions', signal),
    loadPhotos('submissions', signal),
    loadPrevious(['submissions'], signal),
  ])
  unlessAllFailed([open, photos, anyOf(previous), ...Object.values(area)])
  return { cards: open && eventCards(open), area, photos, previous }
}

export function Component() {
  const { cards, area, photos, previous } = useLoaderData<typeof loader>()
  return (
    <>
      <PageMeta
        title="Submissions"
        description="Letters, recipes, flood marks and doorsteps: what we ask everybody for, and what came of it."
      />
      <ListingLayout
        banner={<PageBanner title="Submissions" hour="dusk" art={marsh} />}
        intro={
          <>
            <Sponsors of={area.sponsors} />
            <About of={area.about} />
          </>
        }
        open={
          <OpenEvents
            title="What we are asking for"
            empty="The next question will stand here as soon as we know what we want to know."
            cards={cards}
            linkTo={paths.submission}
          />
        }
        record={
          <>
            <PreviousEvents title="What came of it" of={previous} />
            <Figures of={area.counters} />
            <Photos of={photos} />
          </>
        }
        people={
          <>
            <VolunteerCall title="Read the post with us">
              <p>
                On Thursdays somebody opens the envelopes, somebody types, and somebody finds the village on the map.
                There is usually cake, and always a letter that has to be read aloud.
              </p>
            </VolunteerCall>
            <PartnerCall>
              <p>
                Archives, parish councils and one brewery already keep what was sent to us. If you have a dry shelf, or
                a press that prints maps, we should talk.
              </p>
            </PartnerCall>
            <Experts of={area.quotes} />
          </>
        }
      />
    </>
  )
}
