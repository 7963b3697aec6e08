import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { getExhibition, listExhibitions } from '../api'
import { PartnerCall } from '../components/area-blocks'
import { loadDetail } from '../components/event-detail'
import { EventFacts } from '../components/event-facts'
import { DetailLayout } from '../layouts/detail-layout'

export { prepareSanitiser as prepare } from '@marram/ui/safe-html'

export const loader = (args: LoaderFunctionArgs) => loadDetail(args, getExhibition, listExhibitions)

export function Component() {
  const detail = useLoaderData<typeof loader>()
  return (
    <DetailLayout
      detail={detail}
      kind="exhibition"
      linkTo={paths.exhibition}
      list={{ to: paths.exhibitions(), title: 'Exhibitions', more: 'More exhibitions', all: 'All exhibitions' }}
      facts={<EventFacts {...detail.event} />}
    >
      <PartnerCall text="An exhibition needs a room, a van and somebody with a key. If you have one of the three, it can come to you next." />
    </DetailLayout>
  )
}
