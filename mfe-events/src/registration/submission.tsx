import { paths } from '@marram/api-contract/paths'
import { AntdScope } from '@marram/sdk/antd-scope'
import { PageMeta } from '@marram/sdk/page-meta'
import { Link } from '@marram/sdk/router'
import { toast } from '@marram/sdk/toast'
import { FormField } from '@marram/ui/form-field'
import { Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { type Field, fieldsOf, isFilled, valueIn } from './fields/form-values'
import { DraftNote } from './draft/draft-note'
import { FormActions } from './form-actions'
import { FormPage } from './form-page'
import { halves } from './fields/halves'
import css from './fields/registration-field.module.css'
import form from './registration-form.module.css'
import { submissionQuestions } from './submission-questions'
import { UnplacedAnswers } from './draft/unplaced-answers'
import { useAnswers } from './fields/use-form-values'
import { useDraft } from './draft/use-draft'
import { usePending } from './sending/use-pending'

const fields = fieldsOf(
  submissionQuestions.map(({ label }) => ({ data_label: label, data_type: 'textfield', data_value: null })),
)
const placeholders = new Map(submissionQuestions.map(({ label, placeholder }) => [label, placeholder]))
const narrow = halves(fields)

/** Complete, but nobody takes submissions here yet: it says so before and after, and keeps what was entered. */
export function Component() {
  const store = useAnswers()
  const { answers } = store
  const [tried, setTried] = useState(false)
  const draft = useDraft('submission', fields, store, usePending().add)
  const change = ({ key, kind }: Field, value: string) =>
    store.update((before) => ({ ...before, [key]: { kind, value } }))
  const clear = () => {
    draft.forget()
    draft.forgetUnplaced()
    store.update(() => ({}))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    draft.save()
    setTried(true)
    toast({ kind: 'error', title: 'Not open yet', message: notOpen })
  }
  return (
    <FormPage
      title="Submit your work"
      intro={
        <>
          This form is not open yet, with or without an account: nothing that you enter is sent. What we are asking for
          now is on the page <Link to={paths.submissions()}>Submissions</Link>.
        </>
      }
    >
      <PageMeta title="Submit your work" description="The form for work of your own. It is not open yet." noIndex />
      <AntdScope>
        <form
          id="submission"
          className={form.panel}
          method="post"
          noValidate
          onSubmit={submit}
          data-unsaved={isFilled(fields, answers) ? 'A draft of it stays on this device.' : undefined}
        >
          <p className={form.note} role="status">
            {tried ? notOpen : 'Submissions by this form are not open yet. What you enter stays on this device.'}
          </p>
          {draft.restoredAt !== undefined && <DraftNote at={draft.restoredAt} onClear={clear} />}
          <UnplacedAnswers unplaced={draft.unplaced} onForget={draft.forgetUnplaced} />
          <div className={form.fields}>
            {fields.map((field) => (
              <div key={field.key} className={narrow.has(field.key) ? form.half : undefined}>
                <FormField id={field.id} label={field.data_label}>
                  {(wiring) => (
                    <Input
                      {...wiring}
                      className={css.text}
                      placeholder={placeholders.get(field.data_label)}
                      value={valueIn(field, answers)}
                      onChange={({ target }) => change(field, target.value)}
                    />
                  )}
                </FormField>
              </div>
            ))}
          </div>
          <FormActions draft={draft} />
        </form>
      </AntdScope>
    </FormPage>
  )
}

const notOpen = 'Submissions are not open yet, so nothing was sent. What you entered is still there.'
