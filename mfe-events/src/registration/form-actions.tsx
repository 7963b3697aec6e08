import { timeOf } from '@marram/ui/dates'
import { HeldNote } from '@marram/ui/form-notes'
import { CheckIcon, WarningIcon } from '@marram/ui/icons'
import { Button } from 'antd'
import css from './form-actions.module.css'
import { ByPhone } from './form-page'
import type { Registration } from './use-registration'

type Props = Pick<Registration, 'stage' | 'waiting' | 'stopWaiting' | 'draft'> & { isWork: boolean }

export function FormActions({ stage, waiting, stopWaiting, draft, isWork }: Props) {
  return (
    <div className={css.actions}>
      <Button className={css.send} type="primary" size="large" htmlType="submit" aria-disabled={stage !== undefined}>
        {wordsFor(stage)}
      </Button>
      <DraftLine {...draft} />
      <div className={css.waiting} role="status">
        {waiting && (
          <>
            <p>
              <strong>You are offline, so nothing has been sent yet.</strong> It is sent as soon as there is a
              connection, if this page stays open.
            </p>
            <Button size="small" onClick={stopWaiting}>
              Do not send it
            </Button>
          </>
        )}
      </div>
      <HeldNote>
        <ByPhone isWork={isWork} />
      </HeldNote>
    </div>
  )
}

function wordsFor(stage: Props['stage']): string {
  if (stage === undefined) return 'REGISTER NOW!'
  if (stage === 'images') return 'Reading your images'
  return stage > 0 && stage < 1 ? `Sending, ${Math.round(stage * 100)}%` : 'Sending'
}

const lost = {
  removed: 'The draft was removed in another tab. It is kept again as soon as you change something.',
  everything: 'This browser keeps no drafts: what you enter is there as long as this page is open.',
}

function DraftLine({ savedAt, refused }: Props['draft']) {
  if (refused && refused !== 'pictures')
    return (
      <p className={css.line} role="status">
        <WarningIcon className={css.warning} />
        {lost[refused]}
      </p>
    )
  if (savedAt === undefined) return null
  return (
    <p className={css.line} role={refused && 'status'}>
      <CheckIcon className={css.tick} />
      Draft saved on this device at {timeOf(savedAt)}
      {refused && ', without the images: this browser does not keep them'}
    </p>
  )
}
