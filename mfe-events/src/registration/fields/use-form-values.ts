import { useState } from 'react'
import type { FormValues } from './field'

/** The values of a form. `latest` also has those that came since the last render, such as an image. */
export function useFormValues() {
  const [values, show] = useState<FormValues>({})
  const [store] = useState(() => {
    let current: FormValues = {}
    let listener: (() => void) | undefined
    return {
      latest: () => current,
      update(change: (before: FormValues) => FormValues) {
        current = change(current)
        show(current)
        listener?.()
      },
      /** Sets the one function that is called after each update. */
      onUpdate(listen: (() => void) | undefined) {
        listener = listen
      },
    }
  })
  return { values, store }
}
export type FormValueStore = ReturnType<typeof useFormValues>['store']
