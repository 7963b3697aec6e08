import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { Prose } from '@marram/ui/prose'
import { prepareSanitiser } from '@marram/ui/safe-html'
import { unlessFailed } from '@marram/ui/unless-failed'
import { getExhibition, listExhibitions } from '../api'
import { PartnerCall } from '../components/area-blocks'
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
  const [event, all] = await Promise.all([getExhibition(slug, signal), unlessFailed(listExhibitions(signal))])
  return { ...(await eventDetail(event)), more: moreEvents(all, slug) }
}

export function Component() {
  const { event, state, text, summary, more } = useLoaderData<typeof loader>()
  const address = paths.exhibition(event.slug)
  return (
    <DetailLayout
      event={event}
      state={state}
      trail={[{ title: 'Exhibitions', to: paths.exhibitions() }]}
      ticket={
        <RegistrationTicket
          event={event}
          state={state}
          kind="exhibition"
          entry={calendarEntry(event, address, { summary })}
          facts={<EventFacts {...event} />}
        />
      }
      after={
        <>
          <PartnerCall title="Become a Partner">
            <p>
              An exhibition needs a room, a van and somebody with a key. If you have one of the three, it can come to
              you next.
            </p>
          </PartnerCall>
          <MoreEvents
            title="More exhibitions"
            cards={more}
            linkTo={paths.exhibition}
            all={{ title: 'All exhibitions', to: paths.exhibitions() }}
          />
        </>
      }
    >
      <EventMeta event={event} summary={summary} address={address} />
      <Prose html={text} />
    </DetailLayout>
  )
}
