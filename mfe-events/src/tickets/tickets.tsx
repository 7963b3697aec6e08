import { listOpenTickets } from '@marram/api-contract/events'
import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import pot from '../art/call-tickets.svg'
import lanterns from '../art/tickets.svg'
import waysToPay from '../art/we-accept.svg'
import { loadListing } from '../components/area-data'
import { ListingLayout } from '../layouts/listing-layout'
import css from './we-accept.module.css'

/** There is no news of tickets, so the newest of other areas has one row. */
const MOST_NEWS = 3

export async function loader({ request: { signal } }: LoaderFunctionArgs) {
  const listing = await loadListing('tickets', listOpenTickets, signal, ['sports', 'olympiad'])
  return { ...listing, previous: listing.previous?.slice(0, MOST_NEWS) }
}

export function Component() {
  return (
    <ListingLayout
      listing={useLoaderData<typeof loader>()}
      banner={{ title: 'Tickets', hour: 'night', art: lanterns }}
      description="Suppers, songs, lanterns and low tides: small evenings that pay for thermometers, gauges and gloves."
      open={{
        title: 'Come and sit down',
        empty: 'The next evening will appear here as soon as a hall is found that is small enough.',
        linkTo: paths.ticket,
        of: ['evening to come', 'evenings to come'],
        children: <WeAccept />,
      }}
      reports="By day: sports and olympiads"
      volunteer={{
        art: pot,
        title: 'Put out chairs with us',
        text: 'An evening takes eleven people who do not sit down: doors, soup, cables, and one with a good voice who says when the last bus goes. You hear everything, and for nothing.',
      }}
      partner="Give us a room for a night, or the bread. What is left when the chairs are paid for buys sensors, and you get the address of yours."
    />
  )
}

function WeAccept() {
  return (
    <div className={css.frame}>
      <div>
        <h3 className={css.title}>We Accept</h3>
        <p>
          At the door cards, contactless payment, notes and coins; if you ring us, a bank transfer too. Nothing is paid
          on this site.
        </p>
      </div>
      <img className={css.image} src={waysToPay} alt="" width="640" height="96" loading="lazy" decoding="async" />
    </div>
  )
}
