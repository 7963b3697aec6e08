import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { getTicket, listTickets } from '../api'
import { loadDetail } from '../components/event-detail'
import { DetailLayout } from '../layouts/detail-layout'

export { prepareSanitiser as prepare } from '@marram/ui/safe-html'

export const loader = (args: LoaderFunctionArgs) => loadDetail(args, getTicket, listTickets)

export function Component() {
  const detail = useLoaderData<typeof loader>()
  return (
    <DetailLayout
      detail={detail}
      kind="evening"
      linkTo={paths.ticket}
      list={{ to: paths.tickets(), title: 'Tickets', more: 'More evenings', all: 'All tickets' }}
    />
  )
}
