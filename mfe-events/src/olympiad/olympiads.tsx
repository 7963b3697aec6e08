import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { TextLink } from '@marram/ui/text-link'
import { unlessFailed } from '@marram/ui/unless-failed'
import { listOlympiads } from '../api'
import ice from '../art/olympiad.svg'
import { loadListing, unlessAllFailed } from '../components/area-data'
import { eventCards } from '../components/event-cards'
import { OpenEvents, PastEvents } from '../components/event-lists'
import { ListingLayout } from '../layouts/listing-layout'
import css from './olympiads.module.css'

export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  const [all, listing] = await Promise.all([unlessFailed(listOlympiads(signal)), loadListing('olympiad', signal)])
  unlessAllFailed({ all, ...listing })
  const cards = all && eventCards(all)
  return {
    open: cards?.filter(({ state }) => state !== 'over'),
    past: cards?.filter(({ state }) => state === 'over') ?? [],
    listing,
  }
}

export function Component() {
  const { open, past, listing } = useLoaderData<typeof loader>()
  return (
    <ListingLayout
      listing={listing}
      banner={{ title: 'Olympiad', hour: 'night', art: ice }}
      open={open?.length}
      previous="Previous events"
      past={<PastEvents title="Past olympiads" cards={past} linkTo={paths.olympiad} />}
      volunteer={{
        title: 'Mark forty answers',
        text: 'Four thousand answers are read by people, two at a time, with tea between them. You need no degree, only patience with handwriting and one Saturday in spring.',
      }}
      partner="A hall, a minibus or a box of pencils takes a school further than a cup does. Partners set no questions and see no answers before the pupils do."
    >
      <PageMeta
        title="Olympiad"
        description="Short questions about the climate, for schools and for grown-ups, each with three answers to choose from."
      />
      <OpenEvents
        title="Think along with us"
        empty="The next olympiad will stand here as soon as its questions are written."
        cards={open}
        linkTo={paths.olympiad}
      >
        <p className={css.results}>
          <TextLink to={paths.quizResult()}>Results of all quizzes</TextLink>
        </p>
      </OpenEvents>
    </ListingLayout>
  )
}
