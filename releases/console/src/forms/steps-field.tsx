import { useId, useRef } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../page/button'
import { nextStep, stepsOfText, type TypedStep, textOfSteps } from './steps'

type StepsProps = { label: string; hint: string | undefined; value: string; change: (value: string) => void }

/** The steps of a strategy, one after the other: more and fewer of them, each with a share and how long it stays. */
export function StepsField({ label, hint, value, change }: StepsProps) {
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
