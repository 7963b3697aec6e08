import type { Problem } from '@marram/ui/error-summary'
import { FormField } from '@marram/ui/form-field'
import type { Work } from '../images/use-pending'
import type { Field, FormValues } from './field'
import css from './field-grid.module.css'
import { fieldKinds } from './field-kinds'
import { valueIn } from './form-values'

type Props = {
  fields: Field[]
  values: FormValues
  problems: Problem[]
  /** Fields of another round are new ones: what is still on its way to an earlier one never arrives. */
  round: number
  inert: boolean
  onChange: (field: Field, value: string) => void
  onWork: (work: Work, id: string) => void
}

export function FieldGrid({ fields, values, problems, round, inert, onChange, onWork }: Props) {
  const someRequired = fields.some((field) => field.required)
  return (
    <div className={css.fields} inert={inert}>
      {fields.map((field) => {
        const { key, id, kind, label, hint, required } = field
        const { Control } = fieldKinds[kind]
        const error = problems.find((problem) => problem.id === id)?.message
        return (
          <div key={`${round} ${key}`} className={isShort(field) ? css.short : undefined}>
            <FormField id={id} label={label} hint={hint} error={error} optional={someRequired && !required}>
              {(wiring) => (
                <Control
                  {...wiring}
                  field={field}
                  value={valueIn(field, values)}
                  onChange={(value) => onChange(field, value)}
                  onWork={(work) => onWork(work, id)}
                />
              )}
            </FormField>
          </div>
        )
      })}
    </div>
  )
}

const LONGEST_LABEL = 28

/** Where there is room, short questions that follow each other stand side by side. */
const isShort = ({ kind, hint, data_label }: Field) =>
  kind === 'textfield' && !hint && data_label.length <= LONGEST_LABEL
