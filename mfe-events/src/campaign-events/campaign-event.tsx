import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { Prose } from '@marram/ui/prose'
import { prepareSanitiser } from '@marram/ui/safe-html'
import { unlessFailed } from '@marram/ui/unless-failed'
import { getCampaignEvent, listCampaignEvents } from '../api'
import { calendarEntry, eventDetail, moreEvents } from '../components/event-detail'
import { EventFacts } from '../components/event-facts'
import { EventMeta } from '../components/event-meta'
import { MoreEvents } from '../components/more-events'
import { RegistrationTicket } from '../components/registration-ticket'
import { DetailLayout } from '../layouts/detail-layout'

export const prepare = prepareSanitiser

export async function loader({ params, request: { signal } }: LoaderFunctionArgs) {
  prepareSanitiser()
  const slug = params.slug ?? ''
  const [event, all] = await Promise.all([getCampaignEvent(slug, signal), unlessFailed(listCampaignEvents(signal))])
  return { ...(await eventDetail(event)), more: moreEvents(all, slug) }
}

export function Component() {
  const { event, state, text, summary, more } = useLoaderData<typeof loader>()
  const address = paths.campaignEvent(event.slug)
  return (
    <DetailLayout
      event={event}
      state={state}
      trail={[{ title: 'Campaign & Events', to: paths.campaignEvents() }]}
      ticket={
        <RegistrationTicket
          event={event}
          state={state}
          kind="event"
          entry={calendarEntry(event, address, { summary })}
          facts={<EventFacts {...event} />}
        />
      }
      after={
        <MoreEvents
          title="More events"
          cards={more}
          linkTo={paths.campaignEvent}
          all={{ title: 'All events', to: paths.campaignEvents() }}
        />
      }
    >
      <EventMeta event={event} summary={summary} address={address} />
      <Prose html={text} />
    </DetailLayout>
  )
}
