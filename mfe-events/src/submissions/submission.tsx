import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { Prose } from '@marram/ui/prose'
import { prepareSanitiser } from '@marram/ui/safe-html'
import { unlessFailed } from '@marram/ui/unless-failed'
import { getSubmission, listSubmissions } from '../api'
import { calendarEntry, eventDetail, moreEvents } from '../components/event-detail'
import { EventMeta } from '../components/event-meta'
import { MoreEvents } from '../components/more-events'
import { RegistrationTicket } from '../components/registration-ticket'
import { DetailLayout } from '../layouts/detail-layout'

export const prepare = prepareSanitiser

export async function loader({ params, request: { signal } }: LoaderFunctionArgs) {
  prepareSanitiser()
  const slug = params.slug ?? ''
  const [event, all] = await Promise.all([getSubmission(slug, signal), unlessFailed(listSubmissions(signal))])
  return { ...(await eventDetail(event)), more: moreEvents(all, slug) }
}

export function Component() {
  const { event, state, text, summary, more } = useLoaderData<typeof loader>()
  const address = paths.submission(event.slug)
  return (
    <DetailLayout
      event={event}
      state={state}
      trail={[{ title: 'Submissions', to: paths.submissions() }]}
      ticket={
        <RegistrationTicket
          event={event}
          state={state}
          kind="call"
          entry={calendarEntry(event, address, { summary })}
        />
      }
      after={
        <MoreEvents
          title="More that we ask for"
          cards={more}
          linkTo={paths.submission}
          all={{ title: 'All submissions', to: paths.submissions() }}
        />
      }
    >
      <EventMeta event={event} summary={summary} address={address} />
      <Prose html={text} />
    </DetailLayout>
  )
}
