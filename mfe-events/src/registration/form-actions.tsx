import { HeldNote } from '@marram/ui/form-notes'
import { CheckIcon, WarningIcon } from '@marram/ui/icons'
import { Button } from 'antd'
import { ByPhone } from './by-phone'
import css from './form-actions.module.css'
import { timeOf } from './moments'
import type { DraftState } from './use-draft'

type Props = {
  share?: number
  waiting?: boolean
  onStopWaiting?: () => void
  draft: DraftState
}

/** The button, and what becomes of what was entered. */
export function FormActions({ share, waiting, onStopWaiting, draft }: Props) {
  const sending = share !== undefined
  return (
    <div className={css.actions}>
      <Button className={css.send} type="primary" size="large" htmlType="submit" aria-disabled={sending}>
        {sending ? `Sending${share > 0 && share < 1 ? `, ${Math.round(share * 100)}%` : ''}` : 'REGISTER NOW!'}
      </Button>
      <DraftLine {...draft} />
      <div className={css.waiting} role="status">
        {waiting && (
          <>
            <p>
              <strong>You are offline, so nothing has been sent yet.</strong> It is sent as soon as there is a
              connection, if this page stays open.
            </p>
            <Button size="small" onClick={onStopWaiting}>
              Do not send it
            </Button>
          </>
        )}
      </div>
      <HeldNote>
        <ByPhone />
      </HeldNote>
    </div>
  )
}

function DraftLine({ savedAt, refused }: DraftState) {
  if (refused === 'everything')
    return (
      <p className={css.line} role="status">
        <WarningIcon className={css.warning} />
        This browser keeps no drafts: what you enter is there as long as this page is open.
      </p>
    )
  if (savedAt === undefined) return null
  return (
    <p className={css.line} role={refused && 'status'}>
      <CheckIcon className={css.tick} />
      Draft saved on this device at {timeOf(savedAt)}
      {refused && ', without the images: this browser has no room for them'}
    </p>
  )
}
