import { useId } from 'react'
import { type Field, YES } from './form'
import { StepsField } from './steps-field'

const typeOf = (field: Field) => {
  if (field.kind === 'number') return { type: 'number', min: field.min, max: field.max, step: 'any' }
  return field.kind === 'text' ? { type: 'text', maxLength: field.max } : { type: field.kind }
}

type RowProps = { field: Field; value: string; change: (value: string) => void }

export function FieldRow({ field, value, change }: RowProps) {
  const id = useId()
  const { label, hint, name } = field
  if (field.kind === 'steps') return <StepsField label={label} hint={hint} value={value} change={change} />
  const suggestions = field.kind === 'text' ? field.suggestions : undefined
  const described = hint ? { 'aria-describedby': `${id}-hint` } : {}
  return (
    <div className={`field ${field.kind}`}>
      <label htmlFor={id}>{label}</label>
      {field.kind === 'choice' ? (
        <select id={id} name={name} value={value} {...described} onChange={({ target }) => change(target.value)}>
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
          id={id}
          name={name}
          type="checkbox"
          checked={value === YES}
          {...described}
          onChange={({ target }) => change(target.checked ? YES : '')}
        />
      ) : (
        <input
          id={id}
          name={name}
          value={value}
          {...described}
          {...typeOf(field)}
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

type ReasonProps = { required?: boolean | undefined; value: string; change: (value: string) => void }

export const ReasonField = ({ required, value, change }: ReasonProps) => (
  <FieldRow
    field={{ kind: 'text', name: 'reason', label: required ? 'Reason' : 'Reason (optional)', max: 500 }}
    value={value}
    change={change}
  />
)

/** What a form will do, before it is sent. */
export const Effects = ({ effects }: { effects: string[] }) => (
  <>
    <h3>What will change</h3>
    <ul className="effects">
      {effects.map((effect) => (
        <li key={effect}>{effect}</li>
      ))}
    </ul>
  </>
)
