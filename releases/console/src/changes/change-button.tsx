import { useLayoutEffect, useRef } from 'react'
import { Button } from '../page/button'
import { useWhyNot } from '../session'
import type { Change } from './change'
import { useChanges } from './changes-provider'
import type { ChangeForm } from './form'

type ButtonProps = {
  label: string
  /** Who may do it sees the button; nobody else does. */
  may: Pick<Change, 'action' | 'environment' | 'part'>
  wanted: () => Change | ChangeForm
}

/** Opens the dialog of a change, for those who may make it. */
export function ChangeButton({ label, may: { action, environment, part }, wanted }: ButtonProps) {
  const whyNot = useWhyNot()
  const begin = useChanges()
  const place = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const own = place.current
    // What a change takes away may be the button that began it: whoever goes by keyboard is not thrown out of the page.
    return () => {
      if (own?.contains(document.activeElement)) document.querySelector<HTMLElement>('main h1')?.focus()
    }
  }, [])
  if (whyNot(action, { environment, part }) !== undefined) return null
  return (
    <span ref={place}>
      <Button onClick={() => begin(wanted())}>{label}</Button>
    </span>
  )
}
