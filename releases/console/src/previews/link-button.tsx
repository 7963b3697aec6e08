import { useState } from 'react'
import { Button } from '../page/button'
import { useWhyNot } from '../session'
import { LinkDialog } from './link-dialog'
import type { Shows } from './link-words'

type ButtonProps = { label: string; environment: string; shows?: Shows }

/** For whoever may make a link; nobody else sees it. */
export function LinkButton({ label, environment, shows }: ButtonProps) {
  const whyNot = useWhyNot()
  const [open, setOpen] = useState(false)
  if (whyNot('preview', { environment }) !== undefined) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {open && <LinkDialog environment={environment} shows={shows} close={() => setOpen(false)} />}
    </>
  )
}
