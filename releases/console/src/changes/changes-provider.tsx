import { createContext, type ReactNode, useContext, useState } from 'react'
import type { Change, ChangeForm } from './change'
import { ChangeDialog } from './change-dialog'

type Begin = (wanted: Change | ChangeForm) => void
const Context = createContext<Begin | undefined>(undefined)

/** Where every change begins: nothing is done before its dialog has said what it does. */
export function ChangesProvider({ children }: { children: ReactNode }) {
  const [form, setForm] = useState<ChangeForm>()
  const [done, setDone] = useState('')
  const begin: Begin = (wanted) => {
    setDone('')
    setForm('change' in wanted ? wanted : { fields: [], change: () => wanted })
  }
  const close = (words = '') => {
    setForm(undefined)
    setDone(words)
  }
  return (
    <Context value={begin}>
      {children}
      {form && <ChangeDialog form={form} close={close} />}
      <p role="status" className="done">
        {done}
      </p>
    </Context>
  )
}

/** Opens the dialog of a change. */
export function useChanges(): Begin {
  const begin = useContext(Context)
  if (!begin) throw new Error('outside of the console')
  return begin
}
