import { AntdScope } from '@marram/host/antd-scope'
import { PageMeta } from '@marram/host/page-meta'
import { type LoaderFunctionArgs, useLoaderData, useParams } from '@marram/host/router'
import { Breadcrumb } from '@marram/ui/breadcrumb'
import { ErrorSummary } from '@marram/ui/error-summary'
import { HeldNote, ScriptNote } from '@marram/ui/form-notes'
import { Wrap } from '@marram/ui/wrap'
import { Button } from 'antd'
import { getForm } from '../api'
import { phone } from '../sample-content'
import { Confirmation } from './confirmation'
import { EventInformation } from './event-information'
import css from './registration.module.css'
import { RegistrationField } from './registration-field'
import { useRegistration } from './use-registration'

export async function loader({ params, request }: LoaderFunctionArgs) {
  return { form: await getForm(params.id ?? '', request.signal) }
}

export function Component() {
  const { form } = useLoaderData<typeof loader>()
  const { id = '' } = useParams()
  const registration = useRegistration(id, form)
  const { values, problems, sending, sent, summary } = registration
  const someRequired = form.submission_form.some((field) => field.required)
  return (
    <div className={css.page}>
      <PageMeta
        title={problems.length > 0 ? `Error: ${form.form_name}` : form.form_name}
        description={`Register with the form “${form.form_name}”.`}
      />
      <Wrap>
        <Breadcrumb current={form.form_name} />
        <div className={css.columns}>
          <div>
            <h1 className={css.title}>{form.form_name}</h1>
            <p className={css.intro}>It takes a few minutes. Nothing that you type is lost if something goes wrong.</p>
            <AntdScope>
              <form
                id="registration"
                className={css.panel}
                method="post"
                noValidate
                onSubmit={registration.submit}
                suppressHydrationWarning
              >
                <ScriptNote>{byPhone}</ScriptNote>
                <ErrorSummary problems={problems} ref={summary} />
                <Confirmation form={form.form_name} sent={sent} />
                {form.submission_form.map((field, i) => (
                  <RegistrationField
                    key={i}
                    id={registration.fieldId(i)}
                    field={field}
                    optional={someRequired && !field.required}
                    error={problems.find((problem) => problem.id === registration.fieldId(i))?.message}
                    value={values[i] ?? ''}
                    onChange={(value) => registration.change(i, value)}
                  />
                ))}
                <div className={css.actions}>
                  <Button className={css.send} type="primary" size="large" htmlType="submit" aria-disabled={sending}>
                    {sending ? 'Sending' : 'REGISTER NOW!'}
                  </Button>
                  <HeldNote>{byPhone}</HeldNote>
                </div>
              </form>
            </AntdScope>
          </div>
          <EventInformation />
        </div>
      </Wrap>
    </div>
  )
}

const byPhone = (
  <>
    You can also register by phone: <a href={phone.href}>{phone.shown}</a>.
  </>
)
