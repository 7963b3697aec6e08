import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../page/button'
import { type Field, YES } from './form'
import { nextStep, stepsOfText, type TypedStep, textOfSteps } from './steps'

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

type StepsProps = { label: string; hint: string | undefined; value: string; change: (value: string) => void }

/** The steps of a strategy, one after the other: more and fewer of them, each with a share and how long it stays. */
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
        {numbered.map(({ step, number }) => (
          <li key={number}>
            <StepRow
              number={number}
              step={step}
              change={(next) => change(textOfSteps(steps.with(number - 1, next)))}
              remove={steps.length > 1 ? () => remove(number - 1) : undefined}
            />
          </li>
        ))}
      </ol>
      <div ref={add}>
        <Button onClick={addOne}>Add a step</Button>
      </div>
    </fieldset>
  )
}

type StepProps = {
  number: number
  step: TypedStep
  change: (step: TypedStep) => void
  /** None where it is the only one. */
  remove: (() => void) | undefined
}

function StepRow({ number, step, change, remove }: StepProps) {
  const id = useId()
  const { traffic, minutes, waits } = step
  return (
    <fieldset>
      <legend className="unseen">Step {number}</legend>
      <div className="field">
        <label htmlFor={`${id}-traffic`}>Per cent of visitors</label>
        <input
          id={`${id}-traffic`}
          type="number"
          min="0"
          max="100"
          step="any"
          value={traffic}
          autoComplete="off"
          onChange={({ target }) => change({ ...step, traffic: target.value })}
        />
      </div>
      <div className="field">
        <label htmlFor={`${id}-waits`}>Goes on</label>
        <select
          id={`${id}-waits`}
          value={waits ? 'waits' : ''}
          onChange={({ target }) => change({ ...step, waits: target.value !== '' })}
        >
          <option value="">After minutes</option>
          <option value="waits">When resumed</option>
        </select>
      </div>
      {!waits && (
        <div className="field">
          <label htmlFor={`${id}-minutes`}>Minutes</label>
          <input
            id={`${id}-minutes`}
            type="number"
            min="0"
            step="any"
            value={minutes}
            autoComplete="off"
            onChange={({ target }) => change({ ...step, minutes: target.value })}
          />
        </div>
      )}
      {remove && (
        <Button onClick={remove} aria-label={`Remove step ${number}`}>
          Remove
        </Button>
      )}
    </fieldset>
  )
}
