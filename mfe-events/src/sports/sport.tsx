import { paths } from '@marram/contracts/paths'
import { PageMeta } from '@marram/host/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/host/router'
import { excerpt } from '@marram/ui/excerpt'
import { event } from '@marram/ui/json-ld'
import { Prose } from '@marram/ui/prose'
import { prepareSanitiser, sanitiseHtml } from '@marram/ui/safe-html'
import { StructuredData } from '@marram/ui/structured-data'
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
      <PageMeta title={sport.title} description={summary} image={sport.image} />
      <StructuredData of={event({ ...sport, summary }, paths.sport(sport.slug))} />
      <Prose html={text} />
    </DetailLayout>
  )
}
