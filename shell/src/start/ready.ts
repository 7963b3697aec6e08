import { repeatEarlyInput } from './early-input'

export type StartMode = 'hydrated' | 'fresh'

let mode: StartMode = 'fresh'

/** `hydrated` where the server's markup is kept, `fresh` where it is replaced. */
export function setStartMode(given: StartMode): void {
  mode = given
}

/** An effect: marks the document once the page responds, and hands over what the visitor did before. */
export function markReady(): void {
  document.documentElement.dataset.ready = mode
  performance.mark('marram:ready')
  // Not inside an effect: there React takes an entry in too late, and puts the field back first.
  queueMicrotask(() => {
    repeatEarlyInput()
    // The boot script sends the forms that wait.
    document.dispatchEvent(new Event('marram:ready'))
  })
}
