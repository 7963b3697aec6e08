import { getOpenSubmission, listOpenSubmissions } from '@marram/api-contract/events'
import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { loadDetail } from '../components/event-detail'
import { DetailLayout } from '../layouts/detail-layout'

export { prepareSanitiser as prepare } from '@marram/ui/safe-html'

export const loader = (args: LoaderFunctionArgs) => loadDetail(args, getOpenSubmission, listOpenSubmissions)

export function Component() {
  return (
    <DetailLayout
      detail={useLoaderData<typeof loader>()}
      kind="call"
      linkTo={paths.submission}
      list={{ to: paths.submissions(), title: 'Submissions', more: 'More that we ask for', all: 'All submissions' }}
    />
  )
}
