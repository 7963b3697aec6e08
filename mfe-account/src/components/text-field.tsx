import { FormField } from '@marram/ui/form-field'
import type { InputHTMLAttributes } from 'react'
import css from './text-field.module.css'

export type Field = { id: string; name: string; value: string; error?: string; onChange: (value: string) => void }

type Props = Field & {
  label: string
  hint?: string
  autoComplete: string
  type?: 'text' | 'tel' | 'email'
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
}

/** One line of text. */
export function TextField({ label, hint, error, onChange, type = 'text', ...rest }: Props) {
  return (
    <FormField id={rest.id} label={label} hint={hint} error={error}>
      {(wiring) => (
        <input
          {...rest}
          {...wiring}
          className={css.line}
          type={type}
          autoCapitalize={type === 'text' ? 'words' : 'none'}
          spellCheck={false}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  )
}
