import type { EventSummary } from '@marram/api-contract/event-summary'
import { PageMeta } from '@marram/sdk/page-meta'
import { event as eventThing } from '@marram/ui/json-ld'
import { StructuredData } from '@marram/ui/structured-data'

type Props = { event: Omit<EventSummary, 'description'>; summary: string; address: string }

/** What search engines and sites that show a link get. */
export function EventMeta({ event, summary, address }: Props) {
  return (
    <>
      <PageMeta title={event.title} description={summary} image={event.image} />
      <StructuredData of={eventThing({ ...event, summary }, address)} />
    </>
  )
}
