import type { ReactNode } from 'react'
import { About, Experts, Figures, PartnerCall, Photos, Sponsors, VolunteerCall } from '../components/area-blocks'
import type { Listing } from '../components/area-data'
import { PreviousEvents } from '../components/previous-events'
import css from './listing-layout.module.css'

/** One below the other: the banner of a listing page and its blocks. */
export const ListingBlocks = ({ children }: { children: ReactNode }) => <div className={css.listing}>{children}</div>

type Props = {
  listing: Listing
  banner: ReactNode
  /** Title above the news of earlier events. */
  previous: string
  /** What volunteers are asked for: the title, and a sentence or two. */
  volunteer: { title: string; text: string }
  /** What partners are asked for. */
  partner: string
  /** Cards of the events. */
  children: ReactNode
}

/** The order that the listing pages share. */
export function ListingLayout({ listing, banner, previous, volunteer, partner, children }: Props) {
  return (
    <ListingBlocks>
      {banner}
      <Sponsors of={listing.sponsors} />
      <About of={listing.about} />
      {children}
      <PreviousEvents title={previous} of={listing.previous} />
      <Figures of={listing.counters} />
      <Photos of={listing.photos} />
      <VolunteerCall {...volunteer} />
      <PartnerCall text={partner} />
      <Experts of={listing.quotes} />
    </ListingBlocks>
  )
}
