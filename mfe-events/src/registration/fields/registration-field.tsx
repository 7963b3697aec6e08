import { FormField } from '@marram/ui/form-field'
import type { ReactNode } from 'react'
import type { ControlProps, Field } from './field'
import { fieldKinds } from './field-kinds'
import css from './registration-field.module.css'

type Props = Pick<ControlProps, 'field' | 'value' | 'onChange' | 'onWork'> & {
  optional: boolean
  error: string | undefined
}

/** A field that the server defined, with the control for its kind. */
export function RegistrationField({ field, optional, error, ...rest }: Props) {
  const { Control } = fieldKinds[field.kind]
  return (
    <FormField id={field.id} label={field.label} hint={field.hint} error={error} optional={optional}>
      {(wiring) => <Control {...wiring} field={field} {...rest} />}
    </FormField>
  )
}

type GridProps = {
  fields: Field[]
  /** Fields of another round are new ones: what is still on its way to an earlier one never arrives. */
  round?: number
  /** They cannot be changed while they are sent. */
  inert?: boolean
  children: (field: Field) => ReactNode
}

/** The fields of a form, one below the other or in pairs. */
export function FieldGrid({ fields, round = 0, inert, children }: GridProps) {
  const narrow = halves(fields)
  return (
    <div className={css.fields} inert={inert}>
      {fields.map((field) => (
        <div key={`${round} ${field.key}`} className={narrow.has(field.key) ? css.half : undefined}>
          {children(field)}
        </div>
      ))}
    </div>
  )
}

const LONGEST_LABEL = 28

/** Short questions that follow each other stand in pairs, where there is room. Their keys. */
export function halves(fields: Field[]): Set<string> {
  const narrow = new Set<string>()
  for (let i = 0; i + 1 < fields.length; i++) {
    const [one, other] = [fields[i] as Field, fields[i + 1] as Field]
    if (!isShort(one) || !isShort(other)) continue
    narrow.add(one.key).add(other.key)
    i += 1
  }
  return narrow
}

const isShort = ({ kind, hint, data_label }: Field) =>
  kind === 'textfield' && !hint && data_label.length <= LONGEST_LABEL
