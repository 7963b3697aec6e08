import type { Action, Subject } from '@marram/release-contract/permissions'
import { Button } from '../page/button'
import { useWhyNot } from '../session'
import type { Change, ChangeForm } from './change'
import { useChanges } from './change-dialog'

type ButtonProps = {
  label: string
  /** Who may do it sees the button; nobody else does. */
  may: Subject & { action: Action }
  wanted: () => Change | ChangeForm
}

/** What a change takes away may be the button that began it: then the focus of a keyboard goes to the heading. */
const keepFocus = (own: HTMLElement) => () => {
  if (own.contains(document.activeElement)) document.querySelector<HTMLElement>('main h1')?.focus()
}

/** Opens the dialog of a change, for those who may make it. */
export function ChangeButton({ label, may: { action, ...subject }, wanted }: ButtonProps) {
  const whyNot = useWhyNot()
  const begin = useChanges()
  if (whyNot(action, subject) !== undefined) return null
  return (
    <span ref={keepFocus}>
      <Button onClick={() => begin(wanted())}>{label}</Button>
    </span>
  )
}
