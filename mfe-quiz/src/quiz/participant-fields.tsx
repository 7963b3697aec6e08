import type { Problem } from '@marram/ui/error-summary'
import { FormField } from '@marram/ui/form-field'
import type { InputHTMLAttributes } from 'react'
import css from './participant-fields.module.css'
import { useQuiz, useQuizStore } from './quiz-store'
import { fieldIds } from './use-submission'

export const ParticipantFields = ({ problems }: { problems: Problem[] }) => (
  <section className={css.panel} aria-labelledby="participant">
    <h2 className={css.title} id="participant">
      Who is taking part?
    </h2>
    <p className={css.note}>
      You need exactly these to see your answers later. The results are public: they show your score with all or part of
      your name and number.
    </p>
    <div className={css.pair}>
      <Line part="name" label="Name" problems={problems} autoComplete="name" />
      <Line part="phone" label="Phone" problems={problems} autoComplete="tel" inputMode="tel" />
    </div>
  </section>
)

type LineProps = InputHTMLAttributes<HTMLInputElement> & { part: 'name' | 'phone'; label: string; problems: Problem[] }

function Line({ part, label, problems, ...rest }: LineProps) {
  const { write } = useQuizStore()
  const { [part]: value, submitted } = useQuiz()
  return (
    <FormField id={fieldIds[part]} label={label} error={problems.find(({ id }) => id === fieldIds[part])?.message}>
      {(wiring) => (
        <input
          {...wiring}
          {...rest}
          className={css.line}
          name={part}
          dir="auto"
          value={value}
          readOnly={submitted}
          onChange={({ target }) => write({ [part]: target.value })}
        />
      )}
    </FormField>
  )
}
