import type { DefinedField, FieldKind } from '@marram/api-contract/forms'
import type { Wiring } from '@marram/ui/form-field'
import type { ComponentType } from 'react'
import type { Work } from '../images/use-pending'

/** A field of the form, with a key that outlives a change of the form's order, and a label that is never empty. */
export type Field = DefinedField & {
  key: string
  id: string
  kind: FieldKind
  label: string
  /** The choice that names the event of the form: chosen until the visitor chooses another. */
  preset?: string | undefined
  example?: string
}

export type FormValue = { kind: FieldKind; value: string }
/** What was entered, by the fields' keys. A field that was not touched is not in it. */
export type FormValues = Record<string, FormValue>

export type ControlProps = Wiring & {
  field: Field
  value: string
  onChange: (value: string) => void
  onWork: (work: Work) => void
}

/** Everything that the form knows about one kind of field. The table of them is `field-kinds.ts`. */
export type FieldKindDefinition = {
  Control: ComponentType<ControlProps>
  request: (label: string) => string
  /** The value of a field that was not touched, from what the server sent; empty by default. */
  startValue?: (sent: string) => string
  text?: (value: string) => string
  /** What becomes of a value after the form has changed; undefined if it does not fit. By default it stays the same. */
  accept?: (earlier: FormValue & { text: string }, field: Field) => string | undefined
  isImage?: true
}
