import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { Prose } from '@marram/ui/prose'
import { prepareSanitiser } from '@marram/ui/safe-html'
import { unlessFailed } from '@marram/ui/unless-failed'
import { getTicket, listTickets } from '../api'
import { calendarEntry, eventDetail, moreEvents } from '../components/event-detail'
import { EventMeta } from '../components/event-meta'
import { MoreEvents } from '../components/more-events'
import { RegistrationTicket } from '../components/registration-ticket'
import { DetailLayout } from '../layouts/detail-layout'

export const prepare = prepareSanitiser

export async function loader({ params, request: { signal } }: LoaderFunctionArgs) {
  prepareSanitiser()
  const slug = params.slug ?? ''
  const [event, all] = await Promise.all([getTicket(slug, signal), unlessFailed(listTickets(signal))])
  return { ...(await eventDetail(event)), more: moreEvents(all, slug) }
}

export function Component() {
  const { event, state, text, summary, more } = useLoaderData<typeof loader>()
  const address = paths.ticket(event.slug)
  return (
    <DetailLayout
      event={event}
      state={state}
      trail={[{ title: 'Tickets', to: paths.tickets() }]}
      ticket={
        <RegistrationTicket
          event={event}
          state={state}
          kind="evening"
          entry={calendarEntry(event, address, { summary })}
        />
      }
      after={
        <MoreEvents
          title="More evenings"
          cards={more}
          linkTo={paths.ticket}
          all={{ title: 'All tickets', to: paths.tickets() }}
        />
      }
    >
      <EventMeta event={event} summary={summary} address={address} />
      <Prose html={text} />
    </DetailLayout>
  )
}
