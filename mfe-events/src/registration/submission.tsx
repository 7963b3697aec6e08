import { paths } from '@marram/api-contract/paths'
import { OWN_WORK } from '@marram/api-contract/submissions'
import { AntdScope } from '@marram/sdk/antd-scope'
import { PageMeta } from '@marram/sdk/page-meta'
import { Link, type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { toast } from '@marram/sdk/toast'
import { unlessMissing } from '@marram/ui/unless-failed'
import { type FormEvent, useState } from 'react'
import { DraftNote, UnplacedAnswers } from './draft/draft-notes'
import { useDraft } from './draft/use-draft'
import { FieldGrid } from './fields/field-grid'
import { fieldsOf, isFilled } from './fields/form-values'
import { FormActions } from './form-actions'
import { FormPage } from './form-page'
import { loader as loadForm, RegistrationForm } from './registration'
import form from './registration-form.module.css'

/** Null on a host that takes no work by a form. */
export const loader = (args: LoaderFunctionArgs) => unlessMissing(loadForm({ ...args, params: { id: OWN_WORK } }))

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  if (!loaded) return <NotOpen />
  return (
    <AntdScope>
      <RegistrationForm id={OWN_WORK} form={loaded.form} />
    </AntdScope>
  )
}

/** The ten inputs of a form that is not open yet: the same for everybody, from no server. */
const questions = [
  { data_label: 'Full name', example: 'Rosalind Okafor' },
  { data_label: 'Town or village', example: 'Lower Fenwick' },
  { data_label: 'Phone number', example: '020 7946 0112' },
  { data_label: 'E-mail address', example: 'name@example.org' },
  { data_label: 'Title of your work', example: 'Where the water stood' },
  { data_label: 'What is it?', example: 'A letter, a recording, a set of photographs' },
  { data_label: 'Where was it made?', example: 'On the outer marsh, at low water' },
  { data_label: 'When was it made?', example: 'April 2026' },
  { data_label: 'Who else took part?', example: 'Two neighbours and a dog' },
  { data_label: 'Where can we see it?', example: 'https://' },
]
const fields = fieldsOf(questions.map((question) => ({ ...question, data_type: 'textfield', data_value: null })))

/** Complete, but submissions are not open yet: it says so before and after, and keeps what was entered. */
function NotOpen() {
  const [tried, setTried] = useState(false)
  const draft = useDraft('submission', fields)
  const clear = () => {
    draft.forget()
    draft.forgetUnplaced()
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
      isWork
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
          data-unsaved={isFilled(fields, draft.values) ? 'A draft of it stays on this device.' : undefined}
        >
          <p className={form.note} role="status">
            {tried ? notOpen : 'Submissions by this form are not open yet. What you enter stays on this device.'}
          </p>
          {draft.restoredAt !== undefined && <DraftNote at={draft.restoredAt} onClear={clear} />}
          <UnplacedAnswers values={draft.values} onForget={draft.forgetUnplaced} />
          <FieldGrid fields={fields} values={draft.values} onChange={draft.change} onWork={draft.pending.add} />
          <FormActions draft={draft} />
        </form>
      </AntdScope>
    </FormPage>
  )
}

const notOpen = 'Submissions are not open yet, so nothing was sent. What you entered is still there.'
