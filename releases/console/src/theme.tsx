import { useId, useState } from 'react'

/** Where the site keeps it too: who chose there has chosen here. */
const KEY = 'marram:theme'
const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

function storedTheme(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system'
  } catch {
    // Storage is refused: the system's setting counts.
    return 'system'
  }
}

function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Storage is refused: the choice holds until the page is closed.
  }
  show(theme)
}

export const startTheme = (): void => show(storedTheme())

/** Without the attribute the styles follow the system by themselves. */
function show(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

const words: Record<Theme, string> = { system: 'As the system', light: 'Light', dark: 'Dark' }

export function ThemeChoice() {
  const [theme, setTheme] = useState(storedTheme)
  const field = useId()
  return (
    <div className="theme">
      <label htmlFor={field}>Colours</label>
      <select
        id={field}
        value={theme}
        onChange={({ target }) => {
          const chosen = target.value as Theme
          setTheme(chosen)
          chooseTheme(chosen)
        }}
      >
        {themes.map((each) => (
          <option key={each} value={each}>
            {words[each]}
          </option>
        ))}
      </select>
    </div>
  )
}
