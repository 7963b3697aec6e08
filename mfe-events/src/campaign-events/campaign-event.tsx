import { getCampaignEvent, listCampaignEvents } from '@marram/api-contract/events'
import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { loadDetail } from '../components/event-detail'
import { DetailLayout } from '../layouts/detail-layout'

export { prepareSanitiser as prepare } from '@marram/ui/safe-html'

export const loader = (args: LoaderFunctionArgs) => loadDetail(args, getCampaignEvent, listCampaignEvents)

export function Component() {
  return (
    <DetailLayout
      detail={useLoaderData<typeof loader>()}
      kind="event"
      linkTo={paths.campaignEvent}
      list={{ to: paths.campaignEvents(), title: 'Campaign & Events', more: 'More events', all: 'All events' }}
    />
  )
}
