import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { getSubmission, listSubmissions } from '../api'
import { loadDetail } from '../components/event-detail'
import { DetailLayout } from '../layouts/detail-layout'

export { prepareSanitiser as prepare } from '@marram/ui/safe-html'

export const loader = (args: LoaderFunctionArgs) => loadDetail(args, getSubmission, listSubmissions)

export function Component() {
  const detail = useLoaderData<typeof loader>()
  return (
    <DetailLayout
      detail={detail}
      kind="call"
      linkTo={paths.submission}
      list={{ to: paths.submissions(), title: 'Submissions', more: 'More that we ask for', all: 'All submissions' }}
    />
  )
}
