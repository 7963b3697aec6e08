import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { CallBand } from '@marram/ui/call-band'
import { EmptyState } from '@marram/ui/empty-state'
import { Block, FailedBlock } from '@marram/ui/failed-block'
import { Mosaic } from '@marram/ui/mosaic'
import { PageBanner } from '@marram/ui/page-banner'
import { Section } from '@marram/ui/section'
import { TextLink } from '@marram/ui/text-link'
import type { ComponentProps, ReactNode } from 'react'
import { About, Experts, Figures, PartnerCall, Reports, Sponsors } from '../components/area-blocks'
import type { Listing } from '../components/area-data'
import { EventCards, OpenCount } from '../components/event-cards'
import css from './listing-layout.module.css'

export const ListingBlocks = ({ children }: { children: ReactNode }) => <div className={css.listing}>{children}</div>

type Props = {
  /** Its `cards` are those of the events that are on or come. */
  listing: Listing
  banner: ComponentProps<typeof PageBanner>
  description: string
  /** Title above the cards and what is opposite, a sentence for when there are none, where they lead, and below them `children`. */
  open: Omit<ComponentProps<typeof EventCards>, 'cards'> & {
    title: string
    aside?: ReactNode
    empty: string
    /** What they are called after one and after several. */
    of?: [string, string]
    children?: ReactNode
  }
  /** Title of the news of the area. */
  reports: string
  /** `art` is the object of its band. */
  volunteer: { title: string; text: string; art: string }
  /** On which side the pictures about the area are. */
  picturesAt?: 'start' | 'end'
  partner: string
  past?: ReactNode
}

/** The order that the listing pages share: what one can come to stands first. */
export function ListingLayout({ listing, banner, description, open, past, volunteer, ...props }: Props) {
  const { cards } = listing
  const { title, aside, empty, of = ['event on or coming', 'events on or coming'], children, ...shown } = open
  return (
    <ListingBlocks>
      <PageMeta title={banner.title} description={description} />
      <PageBanner {...banner}>
        <OpenCount count={cards?.length} to="open-events" of={of} />
      </PageBanner>
      <Section id="open-events" title={title} aside={aside} className={css.first}>
        {!cards && <FailedBlock title="The list of events could not be loaded." />}
        {cards?.length === 0 && <EmptyState>{empty}</EmptyState>}
        {cards && cards.length > 0 && <EventCards cards={cards} led {...shown} />}
        {children}
      </Section>
      <Sponsors of={listing.sponsors} />
      <About of={listing.about} picturesAt={props.picturesAt} />
      {past}
      <Reports title={props.reports} of={listing.previous} />
      <Figures of={listing.counters} />
      <Block of={listing.photos} failed="The photos could not be loaded.">
        {(photos) => (
          <Section
            id="photos"
            title="Photo gallery"
            ground="lilac"
            aside={<TextLink to={paths.gallery()}>Whole gallery</TextLink>}
          >
            <Mosaic items={photos} />
          </Section>
        )}
      </Block>
      <div className={css.call}>
        <CallBand
          id="volunteer"
          title={volunteer.title}
          art={volunteer.art}
          action="Volunteer"
          to={paths.contact({ subject: 'volunteer' })}
        >
          <p>{volunteer.text}</p>
        </CallBand>
      </div>
      <PartnerCall text={props.partner} />
      <Experts of={listing.quotes} />
    </ListingBlocks>
  )
}
