import { type MouseEvent, type PointerEvent, useRef } from 'react'

/** CSS pixels that a finger goes before it means another picture. */
const FAR = 48

/** Handlers for the element that is swiped over. `go` gets 1 for the next picture and -1 for the one before. */
export function useSwipe(go: (steps: 1 | -1) => void) {
  const from = useRef<{ x: number; y: number }>(null)
  const swiped = useRef(false)
  return {
    onPointerDown({ isPrimary, clientX: x, clientY: y }: PointerEvent) {
      swiped.current = false
      // A second finger is there to zoom.
      from.current = isPrimary ? { x, y } : null
    },
    onPointerUp({ clientX, clientY, currentTarget }: PointerEvent) {
      if (!from.current) return
      const [right, down] = [clientX - from.current.x, clientY - from.current.y]
      from.current = null
      if (Math.abs(right) < FAR || Math.abs(right) < Math.abs(down)) return
      swiped.current = true
      go(right < 0 === currentTarget.matches(':dir(ltr)') ? 1 : -1)
    },
    /** What ends a swipe is no click. */
    onClickCapture(event: MouseEvent) {
      if (swiped.current) event.stopPropagation()
      swiped.current = false
    },
  }
}
