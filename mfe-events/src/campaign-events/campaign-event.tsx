import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { getCampaignEvent, listCampaignEvents } from '../api'
import { loadDetail } from '../components/event-detail'
import { EventFacts } from '../components/event-facts'
import { DetailLayout } from '../layouts/detail-layout'

export { prepareSanitiser as prepare } from '@marram/ui/safe-html'

export const loader = (args: LoaderFunctionArgs) => loadDetail(args, getCampaignEvent, listCampaignEvents)

export function Component() {
  const detail = useLoaderData<typeof loader>()
  return (
    <DetailLayout
      detail={detail}
      kind="event"
      linkTo={paths.campaignEvent}
      list={{ to: paths.campaignEvents(), title: 'Campaign & Events', more: 'More events', all: 'All events' }}
      facts={<EventFacts {...detail.event} />}
    />
  )
}
