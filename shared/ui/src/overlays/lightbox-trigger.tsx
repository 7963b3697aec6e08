import { toast } from '@marram/sdk/toast'
import {
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
} from 'react'
import { useOverlayEntry } from './overlay-entry'

type Closing = { onClose: () => void }

/**
 * An overlay whose code is loaded on demand. `propsOf` has what is shown under a name, and undefined for names of other
 * overlays of the page.
 */
export function useOnDemand<Props extends Closing>(
  load: () => Promise<ComponentType<Props>>,
  propsOf: (name: string) => Omit<Props, 'onClose'> | undefined,
) {
  const { opened, open, close } = useOverlayEntry()
  const [Overlay, setOverlay] = useState<ComponentType<Props>>()
  const props = opened === undefined ? undefined : propsOf(opened)
  const isAwaited = props !== undefined && Overlay === undefined
  const leave = useEffectEvent(close)
  useEffect(() => {
    if (!isAwaited) return
    let isLeft = false
    let hasFailed = false
    load().then(
      (loaded) => setOverlay(() => loaded),
      () => {
        hasFailed = !isLeft
        if (hasFailed) leave()
      },
    )
    return () => {
      isLeft = true
      // Shown on the page, where it can be tried again.
      if (hasFailed) toast({ kind: 'error', message: 'This could not be opened. Check your connection and try again.' })
    }
  }, [isAwaited, load])
  return {
    /** The overlay while it is open. */
    shown: props && Overlay ? <Overlay {...(props as Props)} onClose={close} /> : null,
    open,
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
    // The dialog returns the focus to the focused element, and Safari does not focus pressed elements.
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
