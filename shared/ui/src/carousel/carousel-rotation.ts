/** Why a carousel turns by itself or does not. */
export type Rotation = {
  /** The visitor has not stopped it. */
  wanted: boolean
  /** The pointer is over it. */
  over: boolean
  /** Focus is in it. */
  within: boolean
}

export type RotationEvent = 'enter' | 'leave' | 'focus' | 'blur' | 'stop' | 'start'

export const rotating: Rotation = { wanted: true, over: false, within: false }

/**
 * Pointer and focus stop the rotation while they are there. Who presses Start has both on the button: they count again
 * from their next move on.
 */
export function rotate(now: Rotation, event: RotationEvent): Rotation {
  switch (event) {
    case 'enter':
      return { ...now, over: true }
    case 'leave':
      return { ...now, over: false }
    case 'focus':
      return { ...now, within: true }
    case 'blur':
      return { ...now, within: false }
    case 'stop':
      return { ...now, wanted: false }
    case 'start':
      return rotating
  }
}

export const turnsNow = ({ wanted, over, within }: Rotation) => wanted && !over && !within
