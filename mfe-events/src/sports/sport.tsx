import { getSport, listOpenSports } from '@marram/api-contract/events'
import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { loadDetail } from '../components/event-detail'
import { DetailLayout } from '../layouts/detail-layout'

export { prepareSanitiser as prepare } from '@marram/ui/safe-html'

export const loader = (args: LoaderFunctionArgs) => loadDetail(args, getSport, listOpenSports)

export function Component() {
  return (
    <DetailLayout
      detail={useLoaderData<typeof loader>()}
      kind="event"
      linkTo={paths.sport}
      list={{ to: paths.sports(), title: 'Sports', more: 'More sports events', all: 'All sports events' }}
    />
  )
}
