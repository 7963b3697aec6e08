import { FormField } from '@marram/ui/form-field'
import { type InputHTMLAttributes, type KeyboardEvent, useCallback, useState } from 'react'
import css from './fields.module.css'

type Field = { id: string; name: string; value: string; error?: string; onChange: (value: string) => void }

type TextProps = Field & {
  label: string
  hint?: string
  autoComplete: string
  type?: 'text' | 'tel' | 'email'
  inputMode?: InputHTMLAttributes<HTMLInputElement>['inputMode']
}

export function TextField({ label, hint, error, onChange, type = 'text', ...rest }: TextProps) {
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

type NamesProps = { field: (name: 'first_name' | 'last_name') => Field }

export const Names = ({ field }: NamesProps) => (
  <div className={css.pair}>
    <TextField {...field('first_name')} label="First name" autoComplete="given-name" />
    <TextField {...field('last_name')} label="Last name" autoComplete="family-name" />
  </div>
)

type NewPasswordProps = { field: (name: 'password' | 'password2') => Field; label: 'Password' | 'New password' }

/** A password that is chosen now, and the same once more. */
export const NewPassword = ({ field, label }: NewPasswordProps) => (
  <>
    <PasswordField
      {...field('password')}
      label={label}
      hint="At least 8 characters, of any kind. Three words that do not belong together are good."
      autoComplete="new-password"
    />
    <PasswordField {...field('password2')} label={`Confirm ${label.toLowerCase()}`} autoComplete="new-password" />
  </>
)

type PasswordProps = Field & { label: string; hint?: string; autoComplete: 'current-password' | 'new-password' }

/** A password that can be shown, with a note while Caps Lock is on. */
export function PasswordField({ label, hint, error, onChange, ...rest }: PasswordProps) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  // Hidden again when it is sent: browsers remember what is entered as text, and password managers what is a password.
  const hideWhenSent = useCallback(({ form }: HTMLInputElement) => {
    const hide = () => setShown(false)
    form?.addEventListener('submit', hide)
    return () => form?.removeEventListener('submit', hide)
  }, [])

  const noticeCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'))

  return (
    <FormField id={rest.id} label={label} hint={hint} error={error}>
      {(wiring) => (
        <>
          <div className={css.frame}>
            <input
              {...rest}
              {...wiring}
              className={`${css.line} ${css.password}`}
              ref={hideWhenSent}
              type={shown ? 'text' : 'password'}
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              onChange={({ target }) => onChange(target.value)}
              onKeyDown={noticeCapsLock}
              onKeyUp={noticeCapsLock}
              onBlur={() => setCapsLock(false)}
            />
            <button type="button" className={css.show} aria-controls={rest.id} onClick={() => setShown(!shown)}>
              {shown ? 'Hide' : 'Show'}
              <span className="visually-hidden"> {label.toLowerCase()}</span>
            </button>
          </div>
          <p className={css.capsLock} role="status">
            {capsLock && 'Caps Lock is on.'}
          </p>
        </>
      )}
    </FormField>
  )
}
