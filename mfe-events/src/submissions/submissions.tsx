import { listOpenSubmissions } from '@marram/api-contract/events'
import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { TextLink } from '@marram/ui/text-link'
import marsh from '../art/submissions.svg'
import { loadListing } from '../components/area-data'
import { ListingLayout } from '../layouts/listing-layout'

export const loader = ({ request: { signal } }: LoaderFunctionArgs) =>
  loadListing('submissions', listOpenSubmissions, signal)

export function Component() {
  return (
    <ListingLayout
      listing={useLoaderData<typeof loader>()}
      banner={{ title: 'Submissions', hour: 'dusk', art: marsh }}
      description="Letters, recipes, flood marks and doorsteps: what we ask everybody for, and what came of it."
      open={{
        title: 'What we are asking for',
        empty: 'The next question will stand here as soon as we know what we want to know.',
        linkTo: paths.submission,
        children: (
          <p>
            Something else? <TextLink to={paths.submissionRegistration()}>Send us work of your own</TextLink>
          </p>
        ),
      }}
      previous="What came of it"
      volunteer={{
        title: 'Read the post with us',
        text: 'On Thursdays somebody opens the envelopes, somebody types, and somebody finds the village on the map. There is usually cake, and always a letter that has to be read aloud.',
      }}
      partner="Archives, parish councils and one brewery already keep what was sent to us. If you have a dry shelf, or a press that prints maps, we should talk."
    />
  )
}
