import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { TextLink } from '@marram/ui/text-link'
import { unlessFailed } from '@marram/ui/unless-failed'
import { listSubmissions } from '../api'
import marsh from '../art/submissions.svg'
import { loadListing, unlessAllFailed } from '../components/area-data'
import { eventCards } from '../components/event-cards'
import { OpenEvents } from '../components/event-lists'
import { ListingLayout } from '../layouts/listing-layout'

export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  const [open, listing] = await Promise.all([unlessFailed(listSubmissions(signal)), loadListing('submissions', signal)])
  unlessAllFailed({ open, ...listing })
  return { cards: open && eventCards(open), listing }
}

export function Component() {
  const { cards, listing } = useLoaderData<typeof loader>()
  return (
    <ListingLayout
      listing={listing}
      banner={{ title: 'Submissions', hour: 'dusk', art: marsh }}
      open={cards?.length}
      previous="What came of it"
      volunteer={{
        title: 'Read the post with us',
        text: 'On Thursdays somebody opens the envelopes, somebody types, and somebody finds the village on the map. There is usually cake, and always a letter that has to be read aloud.',
      }}
      partner="Archives, parish councils and one brewery already keep what was sent to us. If you have a dry shelf, or a press that prints maps, we should talk."
    >
      <PageMeta
        title="Submissions"
        description="Letters, recipes, flood marks and doorsteps: what we ask everybody for, and what came of it."
      />
      <OpenEvents
        title="What we are asking for"
        empty="The next question will stand here as soon as we know what we want to know."
        cards={cards}
        linkTo={paths.submission}
      >
        <p>
          Something else? <TextLink to={paths.submissionRegistration()}>Send us work of your own</TextLink>
        </p>
      </OpenEvents>
    </ListingLayout>
  )
}
