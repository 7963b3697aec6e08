import { timing, today } from '@marram/api-contract/event-state'
import { type Form, kindOf } from '@marram/api-contract/forms'
import { paths } from '@marram/api-contract/paths'
import { CLOSED, LOG_IN_FIRST, OWN_WORK } from '@marram/api-contract/submissions'
import { AntdScope } from '@marram/sdk/antd-scope'
import { PageMeta } from '@marram/sdk/page-meta'
import { report } from '@marram/sdk/report'
import { Link, type LoaderFunctionArgs, useLoaderData, useLocation, useParams } from '@marram/sdk/router'
import { LinkButton } from '@marram/ui/button'
import { EmptyState } from '@marram/ui/empty-state'
import { ErrorSummary } from '@marram/ui/error-summary'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { getForm } from '../api'
import { daysOf } from '../components/event-state'
import { DraftNote, UnplacedAnswers } from './draft/draft-notes'
import { FieldGrid } from './fields/field-grid'
import { isFilled } from './fields/form-values'
import { FormActions } from './form-actions'
import { ByPhone, FormPage } from './form-page'
import css from './registration-form.module.css'
import { Receipt } from './sending/receipt'
import { useRegistration } from './use-registration'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const from = new URL(request.url).searchParams.get('event') || undefined
  const form = await getForm(params.id ?? '', from, request.signal)
  const unknown = form.submission_form.filter((field) => !kindOf(field)).map(({ data_type }) => data_type)
  if (unknown.length > 0)
    report({
      kind: 'unknown-field',
      message: `form ${params.id} has fields of a kind that we do not know: ${unknown.join(', ')}`,
    })
  return { form, from, over: form.event && timing(daysOf(form.event), today()) === 'over' }
}

export function Component() {
  const { form, from, over } = useLoaderData<typeof loader>()
  const { id = '' } = useParams()
  return <RegistrationForm key={id} id={id} form={form} from={from} over={over} />
}

type Props = {
  id: string
  form: Form
  /** The slug of the event that the visitor comes from, if that is known. */
  from?: string | undefined
  over?: boolean | undefined
  /** Explains why a form is not open yet. */
  notOpen?: ReactNode
}

export function RegistrationForm(props: Props) {
  const { id, over, notOpen } = props
  const registration = useRegistration({ ...props, isOpen: !notOpen })
  const { form, fields, problems, sent, draft } = registration
  const name = form.form_name
  const isWork = id === OWN_WORK
  // As it was when the page was opened: what is typed stays on the page if the event closes meanwhile.
  const closed = sent || isWork ? undefined : props.form.closed
  const isSending = typeof registration.stage === 'number'
  const unsaved = draft.pending.reading || isFilled(fields, draft.values)
  const words = leaving[draft.refused ?? (draft.pending.reading ? 'reading' : 'nothing')]
  const unplaced = <UnplacedAnswers values={draft.values} onForget={draft.forgetUnplaced} />
  const startAfresh = () => {
    registration.clear()
    draft.forgetUnplaced()
  }
  return (
    <AntdScope>
      <FormPage
        title={name}
        intro={sent ? 'Thank you. There is nothing more to do here.' : closed ? CLOSED[closed] : notOpen}
        event={form.event}
        over={over}
        isWork={isWork}
        isClosed={closed !== undefined}
      >
        <PageMeta
          title={sent ? `${isWork ? 'Sent' : 'Registered'}: ${name}` : name}
          description={isWork ? 'Send us work of your own.' : `Register with the form “${name}”.`}
          noIndex={Boolean(notOpen) || closed !== undefined}
        />
        {sent ? (
          <>
            <Receipt form={name} event={form.event} isWork={isWork} sent={sent} onAnother={registration.clear} />
            {unplaced}
          </>
        ) : closed ? (
          <LinkButton to={form.event?.url ?? paths.campaignEvents()}>
            {form.event?.url ? 'Back to the event' : 'See what is coming'}
          </LinkButton>
        ) : fields.length === 0 ? (
          <EmptyState>
            This form asks nothing yet, so there is nothing to send. <ByPhone isWork={isWork} />
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
            {form.requires_login && <LoginNote />}
            <ErrorSummary problems={problems} labels={Object.fromEntries(fields.map(({ id, label }) => [id, label]))} />
            {registration.arrivedBefore && (
              <div className={css.note}>
                <p>An earlier attempt has arrived, with the answers as they were then. These are not in it.</p>
                <Button onClick={registration.submitAsAnother}>Send these as another registration</Button>
              </div>
            )}
            {draft.restoredAt !== undefined && <DraftNote at={draft.restoredAt} onClear={startAfresh} />}
            {unplaced}
            <FieldGrid {...registration} />
            <FormNotice {...form} isWork={isWork} />
            <FormActions {...registration} isWork={isWork} />
          </form>
        )}
      </FormPage>
    </AntdScope>
  )
}

function FormNotice({ notice, keep_days: days, isWork }: Pick<Form, 'notice' | 'keep_days'> & { isWork: boolean }) {
  if (!notice && days === undefined) return null
  return (
    <p className={css.notice}>
      {notice}
      {days !== undefined &&
        ` We delete your answers ${days} days after ${isWork ? 'you sent them' : 'the last event they are for, or after you sent them if there is none'}.`}{' '}
      <Link to={paths.privacy()}>What we store</Link>
    </p>
  )
}

/** Hidden by CSS from who is logged in: the HTML is the same for everybody. */
function LoginNote() {
  const { pathname, search } = useLocation()
  return (
    <div className={`${css.note} ${css.login}`}>
      <p>
        {LOG_IN_FIRST} <Link to={paths.login({ from: pathname + search })}>Log in</Link>
      </p>
    </div>
  )
}

/** Sending goes on until the document is left. */
const SENDING =
  'It goes on while you look at other pages here, and a message tells you how it ended. If you close the tab, it may arrive or not. '

/** The shell's text for a visitor who leaves the form. */
const leaving = {
  nothing: 'A draft of it stays on this device, and is here when you come back.',
  reading: 'A draft of it stays on this device, without the image that is still being read.',
  pictures: 'A draft of it stays on this device, without the images.',
  everything: 'This browser keeps no draft of it: it will be gone.',
  removed: 'Its draft was removed in another tab: it will be gone.',
}
