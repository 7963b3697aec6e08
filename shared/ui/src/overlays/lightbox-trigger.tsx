import { toast } from '@marram/sdk/toast'
import { type ComponentType, type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'

type Closing = { onClose: () => void }

/** An overlay whose code is loaded on demand. */
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
    /** The overlay while it is open. */
    shown,
    open: (props: Omit<Props, 'onClose'>) => void open(props),
    /** Loads the code early. Opening reports a failure. */
    approach: () => void load().catch(() => {}),
  }
}

type Props = {
  /** The content of the overlay, for browsers without scripts. */
  href?: string
  onOpen: () => void
  /** Called when it gets pointer or focus. */
  onApproach: () => void
  className?: string
  children: ReactNode
}

/** A button that opens an overlay. */
export function LightboxTrigger({ href, onOpen, onApproach, className, children }: Props) {
  const open = (event: MouseEvent<HTMLElement>) => {
    // These keys open a link in a new tab or window.
    if (href && (event.metaKey || event.ctrlKey || event.shiftKey)) return
    event.preventDefault()
    // The dialog returns the focus to what has it now, and Safari does not focus what is pressed.
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
