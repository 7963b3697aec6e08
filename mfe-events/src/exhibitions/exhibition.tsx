import { getExhibition, listOpenExhibitions } from '@marram/api-contract/events'
import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { PartnerCall } from '../components/area-blocks'
import { loadDetail } from '../components/event-detail'
import { DetailLayout } from '../layouts/detail-layout'

export { prepareSanitiser as prepare } from '@marram/ui/safe-html'

export const loader = (args: LoaderFunctionArgs) => loadDetail(args, getExhibition, listOpenExhibitions)

export function Component() {
  return (
    <DetailLayout
      detail={useLoaderData<typeof loader>()}
      kind="exhibition"
      linkTo={paths.exhibition}
      list={{ to: paths.exhibitions(), title: 'Exhibitions', more: 'More exhibitions', all: 'All exhibitions' }}
    >
      <PartnerCall text="An exhibition needs a room, a van and somebody with a key. If you have one of the three, it can come to you next." />
    </DetailLayout>
  )
}
