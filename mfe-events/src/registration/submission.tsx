import { paths } from '@marram/api-contract/paths'
import { AntdScope } from '@marram/sdk/antd-scope'
import { PageMeta } from '@marram/sdk/page-meta'
import { Link } from '@marram/sdk/router'
import { toast } from '@marram/sdk/toast'
import { FormField } from '@marram/ui/form-field'
import { Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { DraftNote, UnplacedAnswers } from './draft/draft-notes'
import { useDraft } from './draft/use-draft'
import { fieldsOf, isFilled, valueIn } from './fields/form-values'
import { FieldGrid } from './fields/registration-field'
import css from './fields/registration-field.module.css'
import { useFormValues } from './fields/use-form-values'
import { FormActions } from './form-actions'
import { FormPage } from './form-page'
import { usePending } from './images/use-pending'
import form from './registration-form.module.css'

/** The ten inputs of a form that is not open yet: the same for everybody, from no server. */
const submissionQuestions = [
  { label: 'Full name', placeholder: 'Rosalind Okafor' },
  { label: 'Town or village', placeholder: 'Lower Fenwick' },
  { label: 'Phone number', placeholder: '020 7946 0112' },
  { label: 'E-mail address', placeholder: 'name@example.org' },
  { label: 'Title of your work', placeholder: 'Where the water stood' },
  { label: 'What is it?', placeholder: 'A letter, a recording, a set of photographs' },
  { label: 'Where was it made?', placeholder: 'On the outer marsh, at low water' },
  { label: 'When was it made?', placeholder: 'April 2026' },
  { label: 'Who else took part?', placeholder: 'Two neighbours and a dog' },
  { label: 'Where can we see it?', placeholder: 'https://' },
]

const fields = fieldsOf(
  submissionQuestions.map(({ label }) => ({ data_label: label, data_type: 'textfield', data_value: null })),
)
const placeholders = new Map(submissionQuestions.map(({ label, placeholder }) => [label, placeholder]))

/** Complete, but submissions are not open yet: it says so before and after, and keeps what was entered. */
export function Component() {
  const { values, store } = useFormValues()
  const [tried, setTried] = useState(false)
  const draft = useDraft('submission', fields, store, usePending().add)
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
          data-unsaved={isFilled(fields, values) ? 'A draft of it stays on this device.' : undefined}
        >
          <p className={form.note} role="status">
            {tried ? notOpen : 'Submissions by this form are not open yet. What you enter stays on this device.'}
          </p>
          {draft.restoredAt !== undefined && <DraftNote at={draft.restoredAt} onClear={clear} />}
          <UnplacedAnswers unplaced={draft.unplaced} onForget={draft.forgetUnplaced} />
          <FieldGrid fields={fields}>
            {(field) => (
              <FormField id={field.id} label={field.data_label}>
                {(wiring) => (
                  <Input
                    {...wiring}
                    className={css.text}
                    placeholder={placeholders.get(field.data_label)}
                    value={valueIn(field, values)}
                    onChange={({ target: { value } }) =>
                      store.update((before) => ({ ...before, [field.key]: { kind: field.kind, value } }))
                    }
                  />
                )}
              </FormField>
            )}
          </FieldGrid>
          <FormActions draft={draft} />
        </form>
      </AntdScope>
    </FormPage>
  )
}

const notOpen = 'Submissions are not open yet, so nothing was sent. What you entered is still there.'
