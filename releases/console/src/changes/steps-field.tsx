import { useEffect, useId, useRef } from 'react'
import { Button } from '../page/button'
import { keptSteps, nextStep, type TypedStep, typedSteps } from './steps'

type StepsProps = { label: string; hint: string | undefined; value: string; change: (value: string) => void }

/** The steps of a strategy, one after the other: more and fewer of them, each with a share and how long it stays. */
export function StepsField({ label, hint, value, change }: StepsProps) {
  const steps = typedSteps(value)
  const list = useRef<HTMLOListElement>(null)
  const add = useRef<HTMLDivElement>(null)
  const shown = useRef(steps.length)
  useEffect(() => {
    if (steps.length > shown.current) list.current?.querySelector<HTMLElement>('li:last-child input')?.focus()
    // The button that removed it is gone.
    if (steps.length < shown.current) add.current?.querySelector('button')?.focus()
    shown.current = steps.length
  }, [steps.length])
  return (
    <fieldset className="field steps-field">
      <legend>{label}</legend>
      {hint && <p className="hint">{hint}</p>}
      <ol ref={list}>
        {steps.map((step, i) => (
          // A step has no other name than its place.
          <li key={i}>
            <StepRow
              number={i + 1}
              step={step}
              change={(next) => change(keptSteps(steps.with(i, next)))}
              remove={steps.length > 1 ? () => change(keptSteps(steps.toSpliced(i, 1))) : undefined}
            />
          </li>
        ))}
      </ol>
      <div ref={add}>
        <Button onClick={() => change(keptSteps([...steps, nextStep(steps)]))}>Add a step</Button>
      </div>
    </fieldset>
  )
}

type RowProps = {
  number: number
  step: TypedStep
  change: (step: TypedStep) => void
  /** None where it is the only one. */
  remove: (() => void) | undefined
}

function StepRow({ number, step, change, remove }: RowProps) {
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
