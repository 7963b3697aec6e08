import { FormField } from '@marram/ui/form-field'
import { type ReactNode, useState } from 'react'
import type { Registration } from '../use-registration'
import type { Field } from './field'
import css from './field-grid.module.css'
import { fieldKinds, isImage } from './field-kinds'
import { valueIn } from './form-values'

type Props = Pick<Registration, 'fields' | 'draft' | 'problems' | 'generation' | 'stage'>

/** Fields of another generation are new ones: pending work for earlier ones is dropped. */
export function FieldGrid({ fields, draft, problems, generation, stage }: Props) {
  const someRequired = fields.some((field) => field.required)
  return (
    <div className={css.fields} inert={stage !== undefined}>
      {fields.map((field, i) => {
        const { key, id, kind, label, hint, required } = field
        const { Control } = fieldKinds[kind]
        const error = problems.find((problem) => problem.id === id)?.message
        const value = valueIn(field, draft.values)
        const control = (
          <FormField id={id} label={label} hint={hint} error={error} optional={someRequired && !required}>
            {(wiring) => (
              <Control
                {...wiring}
                field={field}
                value={value}
                onChange={(value) => draft.change(field, value)}
                onWork={(work) => draft.pending.add(work, id)}
              />
            )}
          </FormField>
        )
        const one = `${generation} ${key}`
        if (isAnother(field, fields[i - 1]))
          return (
            <Another key={one} isUsed={Boolean(value || error)}>
              {control}
            </Another>
          )
        return (
          <div key={one} className={isShort(field) ? css.short : undefined}>
            {control}
          </div>
        )
      })}
    </div>
  )
}

/** One more image of the same: it stands behind a line until somebody has one, or a draft or an error does. */
function Another({ isUsed, children }: { isUsed: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(isUsed)
  return (
    <details
      className={css.another}
      open={isOpen || isUsed}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        // The line that was pressed is gone.
        if (currentTarget.contains(document.activeElement)) currentTarget.querySelector('input')?.focus()
      }}
    >
      <summary className={css.add}>Add another image</summary>
      {children}
    </details>
  )
}

/** A label such as “Second photograph” asks nothing that the field before it does not. */
const ORDINAL = /^(?:another|second|third|fourth|fifth|sixth) /i
const isAnother = ({ kind, label, required }: Field, before: Field | undefined) =>
  before !== undefined && isImage(kind) && isImage(before.kind) && !required && ORDINAL.test(label)

const LONGEST_LABEL = 28
/** A line beside another field. */
const LONGEST_HINT = 40

/** Where there is room, short questions that follow each other stand side by side. */
const isShort = ({ kind, hint, data_label }: Field) =>
  kind === 'textfield' && (hint?.length ?? 0) <= LONGEST_HINT && data_label.length <= LONGEST_LABEL
