import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { unlessFailed } from '@marram/ui/unless-failed'
import { listTickets } from '../api'
import lanterns from '../art/tickets.svg'
import waysToPay from '../art/we-accept.svg'
import { loadListing, unlessAllFailed } from '../components/area-data'
import { eventCards } from '../components/event-cards'
import { OpenEvents } from '../components/event-lists'
import { ListingLayout } from '../layouts/listing-layout'
import css from './we-accept.module.css'

export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  const [open, listing] = await Promise.all([
    unlessFailed(listTickets(signal)),
    // There is no news of tickets.
    loadListing('tickets', signal, ['sports', 'olympiad']),
  ])
  unlessAllFailed({ open, ...listing })
  return { cards: open && eventCards(open), listing }
}

export function Component() {
  const { cards, listing } = useLoaderData<typeof loader>()
  return (
    <ListingLayout
      listing={listing}
      banner={{ title: 'Tickets', hour: 'night', art: lanterns }}
      open={cards?.length}
      previous="Previous events"
      volunteer={{
        title: 'Put out chairs with us',
        text: 'An evening takes eleven people who do not sit down: doors, soup, cables, and one with a good voice who says when the last bus goes. You hear everything, and for nothing.',
      }}
      partner="Give us a room for a night, or the bread. What is left when the chairs are paid for buys sensors, and you get the address of yours."
    >
      <PageMeta
        title="Tickets"
        description="Suppers, songs, lanterns and low tides: small evenings that pay for thermometers, gauges and gloves."
      />
      <OpenEvents
        title="Come and sit down"
        empty="The next evening will stand here as soon as a hall is found that is small enough."
        cards={cards}
        linkTo={paths.ticket}
      >
        <WeAccept />
      </OpenEvents>
    </ListingLayout>
  )
}

/** How a seat can be paid for, in a hairline frame. */
function WeAccept() {
  return (
    <div className={css.frame}>
      <div>
        <h3 className={css.title}>We Accept</h3>
        <p>Pay at the door, or ring us. Nothing is paid on this site.</p>
      </div>
      <img
        className={css.image}
        src={waysToPay}
        alt="Cards, contactless payment, bank transfer, notes and coins"
        width="640"
        height="96"
        loading="lazy"
        decoding="async"
      />
    </div>
  )
}
