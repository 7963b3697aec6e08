import { FormField } from '@marram/ui/form-field'
import type { Registration } from '../use-registration'
import type { Field } from './field'
import css from './field-grid.module.css'
import { fieldKinds } from './field-kinds'
import { valueIn } from './form-values'

type Props = Pick<Registration, 'fields' | 'draft' | 'problems' | 'generation' | 'stage'>

/** Fields of another generation are new ones: pending work for earlier ones is dropped. */
export function FieldGrid({ fields, draft, problems, generation, stage }: Props) {
  const someRequired = fields.some((field) => field.required)
  return (
    <div className={css.fields} inert={stage !== undefined}>
      {fields.map((field) => {
        const { key, id, kind, label, hint, required } = field
        const { Control } = fieldKinds[kind]
        const error = problems.find((problem) => problem.id === id)?.message
        return (
          <div key={`${generation} ${key}`} className={isShort(field) ? css.short : undefined}>
            <FormField id={id} label={label} hint={hint} error={error} optional={someRequired && !required}>
              {(wiring) => (
                <Control
                  {...wiring}
                  field={field}
                  value={valueIn(field, draft.values)}
                  onChange={(value) => draft.change(field, value)}
                  onWork={(work) => draft.pending.add(work, id)}
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
