import { useId } from 'react'
import { type Field, type Values, YES } from './form'

type FieldsProps = { fields: Field[]; values: Values; change: (name: string, value: string) => void }

/** Fields with their values; fields that do not apply to these values are left out. */
export const Fields = ({ fields, values, change }: FieldsProps) =>
  fields
    .filter(({ when }) => when?.(values) ?? true)
    .map((field) => {
      const { name } = field
      return <FieldRow key={name} field={field} value={values[name] ?? ''} change={(value) => change(name, value)} />
    })

type RowProps = { field: Field; value: string; change: (value: string) => void }

export function FieldRow({ field, value, change }: RowProps) {
  const id = useId()
  const { label, hint, name } = field
  const suggestions = field.kind === 'text' ? field.suggestions : undefined
  const control = { id, name, ...(hint && { 'aria-describedby': `${id}-hint` }) }
  return (
    <div className={`field ${field.kind}`}>
      <label htmlFor={id}>{label}</label>
      {field.kind === 'choice' ? (
        <select {...control} value={value} onChange={({ target }) => change(target.value)}>
          {field.options.map((option) => {
            const [given, words] = typeof option === 'string' ? [option, option] : option
            return (
              <option key={given} value={given}>
                {words}
              </option>
            )
          })}
        </select>
      ) : field.kind === 'yes-or-no' ? (
        <input
          {...control}
          type="checkbox"
          checked={value === YES}
          onChange={({ target }) => change(target.checked ? YES : '')}
        />
      ) : (
        <input
          {...control}
          {...typeOf(field)}
          value={value}
          list={suggestions && `${id}-list`}
          autoComplete="off"
          onChange={({ target }) => change(target.value)}
        />
      )}
      {suggestions && (
        <datalist id={`${id}-list`}>
          {suggestions.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
      {hint && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
    </div>
  )
}

const typeOf = (field: Field) => {
  if (field.kind === 'number') return { type: 'number', min: field.min, max: field.max, step: 'any' }
  return field.kind === 'text' ? { type: 'text', maxLength: field.max } : { type: field.kind }
}
