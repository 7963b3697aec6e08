import { listOlympiads } from '@marram/api-contract/olympiads'
import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { TextLink } from '@marram/ui/text-link'
import kettle from '../art/call-olympiad.svg'
import ice from '../art/olympiad.svg'
import { loadListing } from '../components/area-data'
import { EventSection } from '../components/event-cards'
import { ListingLayout } from '../layouts/listing-layout'

export const loader = ({ request: { signal } }: LoaderFunctionArgs) => loadListing('olympiad', listOlympiads, signal)

export function Component() {
  const { cards, ...listing } = useLoaderData<typeof loader>()
  const past = cards?.filter(({ state }) => state === 'over') ?? []
  return (
    <ListingLayout
      listing={{ ...listing, cards: cards?.filter(({ state }) => state !== 'over') }}
      banner={{ title: 'Olympiad', hour: 'night', art: ice }}
      description="Short questions about the climate, for schools and for grown-ups, each with three answers to choose from."
      open={{
        title: 'Think along with us',
        empty: 'The next olympiad will appear here as soon as its questions are written.',
        linkTo: paths.olympiad,
        of: ['olympiad on or coming', 'olympiads on or coming'],
        aside: <TextLink to={paths.quizResult()}>Results of all quizzes</TextLink>,
      }}
      past={<EventSection id="past-events" title="Past olympiads" cards={past} linkTo={paths.olympiad} columns={4} />}
      reports="Reports from previous olympiads"
      picturesAt="end"
      volunteer={{
        art: kettle,
        title: 'Mark forty answers',
        text: 'Four thousand answers are read by people, two at a time, with tea between them. You need no degree, only patience with handwriting and one Saturday in spring.',
      }}
      partner="A hall, a minibus or a box of pencils takes a school further than a cup does. Partners set no questions and see no answers before the pupils do."
    />
  )
}
