import { useEffect, useRef } from 'react'
import css from './theme-switch.module.css'

const choices = ['System', 'Light', 'Dark'] as const
const KEY = 'marram:theme'
const systemIsDark = () => matchMedia('(prefers-color-scheme: dark)')

function stored(): string {
  try {
    return localStorage.getItem(KEY) ?? 'system'
  } catch {
    return 'system'
  }
}

function choose(choice: string): void {
  try {
    if (choice === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, choice)
  } catch {
    // Storage is refused: the choice holds until the page is closed.
  }
  show(choice)
}

function show(choice: string): void {
  const dark = choice === 'dark' || (choice === 'system' && systemIsDark().matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}

/** The theme lives in the document's attribute and in storage, never in React: server and browser render the same. */
export function ThemeSwitch() {
  const group = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const radio = group.current?.querySelector<HTMLInputElement>(`input[value="${CSS.escape(stored())}"]`)
    if (radio) radio.checked = true
    const system = systemIsDark()
    const follow = () => show(stored())
    system.addEventListener('change', follow)
    return () => system.removeEventListener('change', follow)
  }, [])
  return (
    <fieldset className={css.switch} ref={group}>
      <legend className={css.legend}>Colours</legend>
      {choices.map((title) => {
        const value = title.toLowerCase()
        return (
          <label key={value} className={css.choice}>
            <input
              type="radio"
              name="theme"
              value={value}
              defaultChecked={value === 'system'}
              onChange={() => choose(value)}
            />
            {title}
          </label>
        )
      })}
    </fieldset>
  )
}
