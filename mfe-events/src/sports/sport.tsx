import { paths } from '@marram/contracts/paths'
import { PageMeta } from '@marram/host/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/host/router'
import { excerpt } from '@marram/ui/excerpt'
import { Prose } from '@marram/ui/prose'
import { prepareSanitiser, sanitiseHtml } from '@marram/ui/safe-html'
import { getSport } from '../api'
import { RegistrationTicket } from '../components/registration-ticket'
import { DetailLayout } from '../layouts/detail-layout'

export async function loader({ params, request }: LoaderFunctionArgs) {
  prepareSanitiser()
  const { description, ...sport } = await getSport(params.slug ?? '', request.signal)
  return { sport, text: await sanitiseHtml(description), summary: excerpt(description, 155) }
}

export function Component() {
  const { sport, text, summary } = useLoaderData<typeof loader>()
  return (
    <DetailLayout
      event={sport}
      trail={[{ title: 'Sports', to: paths.sports() }]}
      ticket={<RegistrationTicket event={sport} />}
    >
      <PageMeta title={sport.title} description={summary} />
      <Prose html={text} />
    </DetailLayout>
  )
}
