import { getTicket, listOpenTickets } from '@marram/api-contract/events'
import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { loadDetail } from '../components/event-detail'
import { DetailLayout } from '../layouts/detail-layout'

export { prepareSanitiser as prepare } from '@marram/ui/safe-html'

export const loader = (args: LoaderFunctionArgs) => loadDetail(args, getTicket, listOpenTickets)

export function Component() {
  return (
    <DetailLayout
      detail={useLoaderData<typeof loader>()}
      kind="evening"
      linkTo={paths.ticket}
      list={{ to: paths.tickets(), title: 'Tickets', more: 'More evenings', all: 'All tickets' }}
    />
  )
}
