import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../page/page'
import { choice, type Field, number, type Values, YES } from './form'
import { LONGEST_MINUTES, nextStep, stepsOfText, textOfSteps } from './steps'

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
  if (field.kind === 'steps') return <StepsField label={label} hint={hint} value={value} change={change} />
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

type StepsProps = { label: string; hint: string | undefined; value: string; change: (value: string) => void }

/** The steps of a strategy, which can be added and removed: each has a share, and how long it stays. */
function StepsField({ label, hint, value, change }: StepsProps) {
  const steps = stepsOfText(value)
  // A step has no other name than its place, and keeps it while it is typed.
  const numbered = steps.map((step, i) => ({ step, number: i + 1 }))
  const list = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLDivElement>(null)
  const addOne = () => {
    flushSync(() => change(textOfSteps([...steps, nextStep(steps)])))
    list.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
  }
  const remove = (i: number) => {
    flushSync(() => change(textOfSteps(steps.toSpliced(i, 1))))
    // The button that removed it is gone.
    add.current?.querySelector('button')?.focus()
  }
  return (
    <fieldset className="field steps-field">
      <legend>{label}</legend>
      {hint && <p className="hint">{hint}</p>}
      <ol ref={list}>
        {numbered.map(({ step, number }, i) => (
          <li key={number}>
            <fieldset>
              <legend className="unseen">Step {number}</legend>
              <Fields
                fields={stepFields}
                values={step}
                change={(name, typed) => change(textOfSteps(steps.with(i, { ...step, [name]: typed })))}
              />
              {steps.length > 1 && (
                <Button onClick={() => remove(i)} aria-label={`Remove step ${number}`}>
                  Remove
                </Button>
              )}
            </fieldset>
          </li>
        ))}
      </ol>
      <div ref={add}>
        <Button onClick={addOne}>Add a step</Button>
      </div>
    </fieldset>
  )
}

const stepFields: Field[] = [
  number('traffic', 'Per cent of visitors', [0, 100]),
  choice('waits', 'Goes on', [
    ['', 'After minutes'],
    [YES, 'When resumed'],
  ]),
  number('minutes', 'Minutes', [0, LONGEST_MINUTES], { when: ({ waits }) => waits !== YES }),
]
