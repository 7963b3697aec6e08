import { unlessRefused } from '@marram/sdk/storage'
import { Button } from '@marram/ui/button'
import { closeDialog, showModal } from '@marram/ui/dialog'
import { CloseIcon } from '@marram/ui/icons'
import { Prose } from '@marram/ui/prose'
import { Ridge } from '@marram/ui/ridge'
import type { SafeHtml } from '@marram/ui/safe-html'
import { useEffect, useState } from 'react'
import scene from './art/important.svg'
import css from './important.module.css'

const KEY = 'marram:important'
const MOST_KEPT = 20

const closedTexts = (): string[] => JSON.parse(localStorage.getItem(KEY) ?? '[]')

/** Where storage is refused the popup is not shown: it would come back on every visit. */
const wasClosed = (text: string) => unlessRefused(() => closedTexts().includes(text), true)

/** A visitor who has begun to type is not interrupted; the popup is shown on the next visit to this page. */
const isBusy = () => document.activeElement?.matches('input, textarea, select') ?? false

/** A note of the editors, until it is closed. It comes after the first paint and is not in the server's HTML. */
export function Important({ text }: { text: SafeHtml }) {
  const [open, setOpen] = useState(false)
  useEffect(() => setOpen(!wasClosed(text) && !isBusy()), [text])
  if (!open) return null
  const onClose = () => {
    setOpen(false)
    unlessRefused(
      () => localStorage.setItem(KEY, JSON.stringify([...closedTexts(), text].slice(-MOST_KEPT))),
      undefined,
    )
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
        <Prose html={text} className={css.text} />
        <Button onClick={closeDialog}>Close</Button>
      </div>
      <button type="button" className={css.cross} onClick={closeDialog} aria-label="Close this message">
        <CloseIcon />
      </button>
    </dialog>
  )
}
