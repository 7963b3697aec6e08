import { type ReactNode, useCallback } from 'react'
import css from './popup.module.css'

const GAP = 12
/** Enough for everything that is offered. */
const ROOM = 400

type Props = { anchor: HTMLElement; shown: boolean; children: ReactNode }

/** Lies over everything, below its anchor or above it where there is more room, and scrolls with the page. */
export function Popup({ anchor, shown, children }: Props) {
  const show = useCallback(
    (element: HTMLDivElement) => {
      if (!shown) return
      const place = () => void Object.assign(element.style, placeBeside(anchor.getBoundingClientRect()))
      place()
      element.showPopover()
      const listening = new AbortController()
      const { signal } = listening
      addEventListener('resize', place, { signal })
      // The keyboard of a phone takes half of the room when it comes.
      visualViewport?.addEventListener('resize', place, { signal })
      // Pressing anything in it leaves the focus where it is.
      element.addEventListener('mousedown', (event) => event.preventDefault(), { signal })
      return () => {
        listening.abort()
        element.hidePopover()
      }
    },
    [anchor, shown],
  )
  return (
    <div className={css.popup} popover="manual" ref={show}>
      {children}
    </div>
  )
}

function placeBeside({ top, bottom, left, width }: DOMRect): Partial<CSSStyleDeclaration> {
  const start = visualViewport?.offsetTop ?? 0
  const above = top - start
  const below = start + (visualViewport?.height ?? innerHeight) - bottom
  const isBelow = below >= ROOM || below >= above
  return {
    left: `${left + scrollX}px`,
    top: `${scrollY + (isBelow ? bottom + GAP : top - GAP)}px`,
    translate: isBelow ? 'none' : '0 -100%',
    width: `${width}px`,
    maxHeight: `${Math.max(200, (isBelow ? below : above) - 2 * GAP)}px`,
  }
}
