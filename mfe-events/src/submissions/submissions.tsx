import { listOpenSubmissions } from '@marram/api-contract/events'
import { paths } from '@marram/api-contract/paths'
import { OWN_WORK } from '@marram/api-contract/submissions'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { TextLink } from '@marram/ui/text-link'
import { unlessFailed, unlessMissing } from '@marram/ui/unless-failed'
import { getForm } from '../api'
import letterbox from '../art/call-submissions.svg'
import marsh from '../art/submissions.svg'
import { loadListing } from '../components/area-data'
import { ListingLayout } from '../layouts/listing-layout'
import css from './submissions.module.css'

export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  const [listing, ownWork] = await Promise.all([
    loadListing('submissions', listOpenSubmissions, signal),
    unlessFailed(unlessMissing(getForm(OWN_WORK, undefined, signal))),
  ])
  return { listing, takesWork: Boolean(ownWork) }
}

export function Component() {
  const { listing, takesWork } = useLoaderData<typeof loader>()
  return (
    <ListingLayout
      listing={listing}
      banner={{ title: 'Submissions', hour: 'dusk', art: marsh }}
      description="Letters, recipes, flood marks and doorsteps: what we ask everybody for, and what came of it."
      open={{
        title: 'What we are asking for',
        empty: 'The next question will appear here as soon as we know what we want to know.',
        linkTo: paths.submission,
        of: ['call, open or coming', 'calls, open or coming'],
        // Not every host has the form, and the page behind the link asks to log in before it says so.
        children: takesWork && (
          <p className={css.own}>
            Something else? <TextLink to={paths.submissionRegistration()}>Send us work of your own</TextLink>
          </p>
        ),
      }}
      reports="What came of it"
      volunteer={{
        art: letterbox,
        title: 'Read the post with us',
        text: 'On Thursdays somebody opens the envelopes, somebody types, and somebody finds the village on the map. There is usually cake, and always a letter that has to be read aloud.',
      }}
      partner="Archives, parish councils and one brewery already keep what was sent to us. If you have a dry shelf, or a press that prints maps, we should talk."
    />
  )
}
