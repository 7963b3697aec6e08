import { useState } from 'react'
import type { FormValues } from './field'

/** The values of a form. `latest` has also what came since the page was rendered, such as an image. */
export function useFormValues() {
  const [values, show] = useState<FormValues>({})
  const [store] = useState(() => {
    let current: FormValues = {}
    let listener = () => {}
    return {
      latest: () => current,
      update(change: (before: FormValues) => FormValues) {
        current = change(current)
        show(current)
        listener()
      },
      /** Calls the one listener after each update. Returns how to stop. */
      onUpdate(listen: () => void) {
        listener = listen
        return () => {
          listener = () => {}
        }
      },
    }
  })
  return { values, store }
}
export type FormValueStore = ReturnType<typeof useFormValues>['store']
