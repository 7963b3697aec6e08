import { timing, today } from '@marram/api-contract/event-state'
import { type Form, kindOf } from '@marram/api-contract/forms'
import { AntdScope } from '@marram/sdk/antd-scope'
import { report } from '@marram/sdk/report'
import { type LoaderFunctionArgs, useLoaderData, useParams } from '@marram/sdk/router'
import { daysFrom } from '@marram/ui/dates'
import { getForm } from '../api'
import { loadEditor } from './fields/paragraph-field'
import { RegistrationForm } from './registration-form'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const from = new URL(request.url).searchParams.get('event') || undefined
  const form = await getForm(params.id ?? '', from, request.signal)
  const unknown = form.submission_form.filter((field) => !kindOf(field)).map(({ data_type }) => data_type)
  if (unknown.length > 0)
    report({
      kind: 'unknown-field',
      message: `form ${params.id} has fields of a kind that we do not know: ${unknown.join(', ')}`,
    })
  // Where the page is opened by a click the editor may come along. A page that cannot have it shows a text field.
  if (typeof document !== 'undefined' && form.submission_form.some((field) => kindOf(field) === 'paragraph'))
    loadEditor().catch(() => {})
  return { form, from, over: isOver(form.event) }
}

const isOver = (event: Form['event']) =>
  event !== undefined && timing(daysFrom(event.date_from, event.date_to), today()) === 'over'

export function Component() {
  const { form, from, over } = useLoaderData<typeof loader>()
  const { id = '' } = useParams()
  return (
    <AntdScope>
      <RegistrationForm key={id} id={id} form={form} from={from} over={over} />
    </AntdScope>
  )
}
