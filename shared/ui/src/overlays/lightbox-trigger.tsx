import { toast } from '@marram/sdk/toast'
import { type ComponentType, type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'

type Closing = { onClose: () => void }

/** An overlay whose code is loaded when it is wanted: most visitors open none. */
export function useOnDemand<Props extends Closing>(load: () => Promise<ComponentType<Props>>) {
  const [shown, setShown] = useState<ReactNode>(null)
  const onClose = () => setShown(null)
  const open = async (props: Omit<Props, 'onClose'>) => {
    try {
      const Overlay = await load()
      setShown(<Overlay {...(props as Props)} onClose={onClose} />)
    } catch {
      toast({ kind: 'error', message: 'This could not be opened. Check your connection and try again.' })
    }
  }
  return {
    /** Where the overlay is while it is open. */
    shown,
    open: (props: Omit<Props, 'onClose'>) => void open(props),
    /** Fetches the code early. A failure is shown when it is opened. */
    approach: () => void load().catch(() => {}),
  }
}

type Props = {
  /** What the overlay shows, as an address of its own: without scripts the browser goes there. */
  href?: string
  onOpen: () => void
  /** The visitor points at it or has come to it by keyboard. */
  onApproach: () => void
  className?: string
  children: ReactNode
}

/** A button that opens an overlay. */
export function LightboxTrigger({ href, onOpen, onApproach, className, children }: Props) {
  const open = (event: MouseEvent<HTMLElement>) => {
    // With a key held a link opens in a tab or window of its own.
    if (href && (event.metaKey || event.ctrlKey || event.shiftKey)) return
    event.preventDefault()
    // The dialog gives the focus back to what has it now; Safari gives none to what is pressed.
    event.currentTarget.focus()
    onOpen()
  }
  const shared = {
    className,
    onClick: open,
    onPointerEnter: onApproach,
    onFocus: onApproach,
    'aria-haspopup': 'dialog' as const,
  }
  if (!href)
    return (
      <button type="button" {...shared}>
        {children}
      </button>
    )
  const pressSpace = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== ' ') return
    event.preventDefault()
    event.currentTarget.click()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button has no address for browsers without scripts
    <a role="button" href={href} onKeyDown={pressSpace} {...shared}>
      {children}
    </a>
  )
}
