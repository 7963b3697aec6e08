import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { getSport, listSports } from '../api'
import { loadDetail } from '../components/event-detail'
import { DetailLayout } from '../layouts/detail-layout'

export { prepareSanitiser as prepare } from '@marram/ui/safe-html'

export const loader = (args: LoaderFunctionArgs) => loadDetail(args, getSport, listSports)

export function Component() {
  const detail = useLoaderData<typeof loader>()
  return (
    <DetailLayout
      detail={detail}
      kind="event"
      linkTo={paths.sport}
      list={{ to: paths.sports(), title: 'Sports', more: 'More sports events', all: 'All sports events' }}
    />
  )
}
