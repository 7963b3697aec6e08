import { kindOf } from '@marram/contracts/forms'
import { AntdScope } from '@marram/host/antd-scope'
import { report } from '@marram/host/report'
import { type LoaderFunctionArgs, useLoaderData, useParams } from '@marram/host/router'
import { useEffect } from 'react'
import { getForm } from '../api'
import { loadEditor } from './paragraph-field'
import { RegistrationForm } from './registration-form'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const form = await getForm(params.id ?? '', request.signal)
  const kinds = form.submission_form.map(({ data_type }) => data_type)
  // Where the page is opened by a click the editor may come along. A page that cannot have it shows a text field.
  if (typeof document !== 'undefined' && kinds.includes('paragraph')) loadEditor().catch(() => {})
  return { form }
}

export function Component() {
  const { form } = useLoaderData<typeof loader>()
  const { id = '' } = useParams()
  useEffect(() => {
    const unknown = form.submission_form.filter((field) => !kindOf(field)).map(({ data_type }) => data_type)
    if (unknown.length > 0)
      report({
        kind: 'unknown-field',
        message: `form ${id} has fields of a kind that we do not know: ${unknown.join(', ')}`,
      })
  }, [id, form])
  return (
    <AntdScope>
      <RegistrationForm key={id} id={id} form={form} />
    </AntdScope>
  )
}
