import { PageBanner } from '@marram/ui/page-banner'
import type { ComponentProps, ReactNode } from 'react'
import { About, Experts, Figures, PartnerCall, Photos, Sponsors, VolunteerCall } from '../components/area-blocks'
import type { Listing } from '../components/area-data'
import { OpenCount } from '../components/event-lists'
import { PreviousEvents } from '../components/previous-events'
import css from './listing-layout.module.css'

/** One below the other: the banner of a listing page and its blocks. */
export const ListingBlocks = ({ children }: { children: ReactNode }) => <div className={css.listing}>{children}</div>

type Props = {
  listing: Listing
  banner: ComponentProps<typeof PageBanner>
  /** How many events are on or come; undefined where they could not be loaded. */
  open: number | undefined
  /** Title above the news of earlier events. */
  previous: string
  /** What volunteers are asked for: the title, and a sentence or two. */
  volunteer: { title: string; text: string }
  /** What partners are asked for. */
  partner: string
  /** Events that are over, with pages of their own. */
  past?: ReactNode
  /** Cards of the events that are on or come. */
  children: ReactNode
}

/** The order that the listing pages share: what one can come to stands first. */
export function ListingLayout({ listing, banner, open, previous, volunteer, partner, past, children }: Props) {
  return (
    <ListingBlocks>
      <PageBanner {...banner}>
        <OpenCount count={open} />
      </PageBanner>
      {children}
      <Sponsors of={listing.sponsors} />
      <About of={listing.about} />
      {past}
      <PreviousEvents title={previous} of={listing.previous} />
      <Figures of={listing.counters} />
      <Photos of={listing.photos} />
      <VolunteerCall {...volunteer} />
      <PartnerCall text={partner} />
      <Experts of={listing.quotes} />
    </ListingBlocks>
  )
}
