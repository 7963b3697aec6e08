import { useEffect, useState } from 'react'
import type { Field } from '../fields/field'
import type { FormValueStore } from '../fields/use-form-values'
import type { Pending } from '../images/use-pending'
import { type DraftState, draftKeeper } from './draft-keeper'

/** The draft of a form that is open: how it stands, and what can be done with it. */
export function useDraft(name: string, fields: Field[], store: FormValueStore, addWork: Pending['add']) {
  const [state, show] = useState<DraftState>({ unplaced: [] })
  const [keeper] = useState(() => draftKeeper({ name, fields, store, addWork, show }))
  useEffect(() => keeper.open(), [keeper])
  return { ...state, ...keeper }
}
export type Draft = ReturnType<typeof useDraft>
