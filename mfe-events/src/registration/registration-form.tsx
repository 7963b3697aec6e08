import type { Form } from '@marram/api-contract/forms'
import { PageMeta } from '@marram/sdk/page-meta'
import { EmptyState } from '@marram/ui/empty-state'
import { ErrorSummary } from '@marram/ui/error-summary'
import { Button } from 'antd'
import { ByPhone } from './by-phone'
import { DraftNote, UnplacedAnswers } from './draft/draft-notes'
import { valueIn } from './fields/form-values'
import { FieldGrid, RegistrationField } from './fields/registration-field'
import { FormActions } from './form-actions'
import { FormPage } from './form-page'
import css from './registration-form.module.css'
import { Receipt } from './sending/receipt'
import { useRegistration } from './use-registration'

type Props = {
  id: string
  form: Form
  /** The slug of the event that the visitor comes from, where that is known. */
  from?: string | undefined
  /** Whether the event of the form is over. */
  over?: boolean
}

/** The form and, once it has arrived, the receipt in its place. */
export function RegistrationForm({ id, form: given, from, over }: Props) {
  const registration = useRegistration(id, given, from)
  const { form, fields, values, problems, sent, draft, unsaved, reading, stage } = registration
  const name = form.form_name
  const isSending = typeof stage === 'number'
  const words = leaving[draft.refused ?? (reading ? 'reading' : 'nothing')]
  const someRequired = fields.some((field) => field.required)
  const title = sent ? `Registered: ${name}` : problems.length > 0 ? `Error: ${name}` : name
  const unplaced = <UnplacedAnswers unplaced={draft.unplaced} onForget={draft.forgetUnplaced} />
  return (
    <FormPage title={name} event={form.event} over={over}>
      <PageMeta title={title} description={`Register with the form “${name}”.`} />
      {sent ? (
        <>
          <Receipt form={name} sent={sent} onAnother={registration.clear} />
          {unplaced}
        </>
      ) : fields.length === 0 ? (
        <EmptyState>
          This form asks nothing yet, so there is nothing to send. <ByPhone />
        </EmptyState>
      ) : (
        <form
          id="registration"
          className={css.panel}
          ref={registration.element}
          method="post"
          noValidate
          onSubmit={registration.submit}
          data-unsaved={unsaved ? `${isSending ? SENDING : ''}${words}` : undefined}
          data-sending={unsaved && isSending ? '' : undefined}
          suppressHydrationWarning
        >
          <ErrorSummary problems={problems} />
          {registration.arrivedBefore && (
            <div className={css.note}>
              <p>An earlier attempt has arrived, with the answers as they were then. These are not in it.</p>
              <Button onClick={registration.submitAsAnother}>Send these as another registration</Button>
            </div>
          )}
          {draft.restoredAt !== undefined && <DraftNote at={draft.restoredAt} onClear={registration.startAfresh} />}
          {unplaced}
          <FieldGrid fields={fields} round={registration.round} inert={stage !== undefined}>
            {(field) => (
              <RegistrationField
                field={field}
                optional={someRequired && !field.required}
                error={problems.find((problem) => problem.id === field.id)?.message}
                value={valueIn(field, values)}
                onChange={(value) => registration.change(field, value)}
                onWork={(work) => registration.add(work, field.id)}
              />
            )}
          </FieldGrid>
          <FormActions
            stage={stage}
            waiting={registration.waiting}
            onStopWaiting={registration.stopWaiting}
            draft={draft}
          />
        </form>
      )}
    </FormPage>
  )
}

/** It goes on as long as this document lives. */
const SENDING =
  'It goes on while you look at other pages here, and a message tells you how it ended. If you close the tab, it may arrive or not. '

/** What the shell says to a visitor who leaves the form. */
const leaving = {
  nothing: 'A draft of it stays on this device, and is here when you come back.',
  reading: 'A draft of it stays on this device, without the image that is still being read.',
  pictures: 'A draft of it stays on this device, without the images.',
  everything: 'This browser keeps no draft of it: it will be gone.',
  removed: 'Its draft was removed in another tab: it will be gone.',
}
