import { PageMeta } from '@marram/sdk/page-meta'
import { EmptyState } from '@marram/ui/empty-state'
import { FailedBlock } from '@marram/ui/failed-block'
import { PageBanner } from '@marram/ui/page-banner'
import { Section } from '@marram/ui/section'
import type { ComponentProps, ReactNode } from 'react'
import {
  About,
  Experts,
  Figures,
  PartnerCall,
  Photos,
  PreviousEvents,
  Sponsors,
  VolunteerCall,
} from '../components/area-blocks'
import type { Listing } from '../components/area-data'
import { EventCards, OpenCount } from '../components/event-cards'
import css from './listing-layout.module.css'

export const ListingBlocks = ({ children }: { children: ReactNode }) => <div className={css.listing}>{children}</div>

type Props = {
  /** Its `cards` are those of the events that are on or come. */
  listing: Listing
  banner: ComponentProps<typeof PageBanner>
  description: string
  /** Title above the cards, a sentence for when there are none, where they lead, and below them `children`. */
  open: Omit<ComponentProps<typeof EventCards>, 'cards'> & { title: string; empty: string; children?: ReactNode }
  previous?: string
  volunteer: { title: string; text: string }
  partner: string
  past?: ReactNode
}

/** The order that the listing pages share: what one can come to stands first. */
export function ListingLayout({ listing, banner, description, open, past, ...props }: Props) {
  const { cards } = listing
  const { title, empty, children, ...shown } = open
  return (
    <ListingBlocks>
      <PageMeta title={banner.title} description={description} />
      <PageBanner {...banner}>
        <OpenCount count={cards?.length} to="open-events" of={['open event', 'open events']} />
      </PageBanner>
      <Section id="open-events" title={title} className={css.first}>
        {!cards && <FailedBlock title="The list of events could not be loaded." />}
        {cards?.length === 0 && <EmptyState>{empty}</EmptyState>}
        {cards && cards.length > 0 && <EventCards cards={cards} {...shown} />}
        {children}
      </Section>
      <Sponsors of={listing.sponsors} />
      <About of={listing.about} />
      {past}
      <PreviousEvents title={props.previous ?? 'Previous events'} of={listing.previous} />
      <Figures of={listing.counters} />
      <Photos of={listing.photos} />
      <VolunteerCall {...props.volunteer} />
      <PartnerCall text={props.partner} />
      <Experts of={listing.quotes} />
    </ListingBlocks>
  )
}
