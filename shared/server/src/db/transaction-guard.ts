import { AsyncLocalStorage } from 'node:async_hooks'

/** Thrown where `db` is used inside a transaction instead of `tx`. */
export class OutsideTransaction extends Error {
  override readonly name = 'OutsideTransaction'
  constructor() {
    super('db was used inside a transaction: use tx there. The embedded engine would wait for itself for ever.')
  }
}

/** Refuses calls to a client inside its own transaction: one engine would hang, the other run them outside of it. */
export function transactionGuard() {
  const running = new AsyncLocalStorage<{ open: boolean }>()
  let open = 0
  return {
    /** Runs the body of a transaction. Anything that is still running afterwards counts as outside. */
    async inside<T>(body: () => Promise<T>): Promise<T> {
      const transaction = { open: true }
      open += 1
      try {
        return await running.run(transaction, body)
      } finally {
        transaction.open = false
        open -= 1
        // While it is enabled, each request, timer and promise of the process costs more.
        if (open === 0) running.disable()
      }
    },
    check() {
      if (running.getStore()?.open) throw new OutsideTransaction()
    },
  }
}

type Method = (...args: unknown[]) => unknown

/** Replaces methods of one object by ones that pass through `around`. */
export function interceptMethods<T extends object>(
  target: T,
  names: readonly (keyof T)[],
  around: (call: () => unknown) => unknown,
): void {
  for (const name of names) {
    const original = target[name] as Method
    Object.defineProperty(target, name, {
      configurable: true,
      value: (...args: unknown[]) => around(() => original.apply(target, args)),
    })
  }
}
