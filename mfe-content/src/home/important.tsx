import { unlessRefused } from '@marram/sdk/storage'
import { Button } from '@marram/ui/button'
import { closeDialog, showModal } from '@marram/ui/dialog'
import { CloseIcon } from '@marram/ui/icons'
import { Ridge } from '@marram/ui/ridge'
import { useEffect, useState } from 'react'
import scene from './art/important.svg'
import css from './important.module.css'

const KEY = 'marram:important'

/** Once per session. Where storage is refused the popup is not shown: it would come back on every visit. */
const wasClosed = () => unlessRefused(() => sessionStorage.getItem(KEY) !== null, true)

/** A visitor who has begun to type is not interrupted; the popup is shown on the next visit to this page. */
const isBusy = () => document.activeElement?.matches('input, textarea, select') ?? false

/** A note that the site is under construction. It comes after the first paint and is not in the server's HTML. */
export function Important() {
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(!wasClosed() && !isBusy()), [])
  if (!open) return null
  const onClose = () => {
    setOpen(false)
    sessionStorage.setItem(KEY, 'closed')
    const heading = document.querySelector<HTMLElement>('main h1')
    heading?.setAttribute('tabindex', '-1')
    heading?.focus({ preventScroll: true })
  }
  return (
    <dialog ref={showModal} className={css.popup} aria-labelledby="important" onClose={onClose}>
      <div className={css.scene}>
        <img src={scene} alt="" width="460" height="170" />
        <Ridge seed="important" />
      </div>
      <div className={css.words}>
        <h2 className={css.title} id="important">
          Important!
        </h2>
        <p>This site is still being built.</p>
        <p>The eco shop is not open yet. Where something does not work, the page says so.</p>
        <Button onClick={closeDialog}>Close</Button>
      </div>
      <button type="button" className={css.cross} onClick={closeDialog} aria-label="Close this message">
        <CloseIcon />
      </button>
    </dialog>
  )
}
