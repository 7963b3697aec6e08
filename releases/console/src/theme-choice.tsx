import { useId, useState } from 'react'
import { chooseTheme, keptTheme, type Theme, themes } from './theme'

const words: Record<Theme, string> = { system: 'As the system', light: 'Light', dark: 'Dark' }

export function ThemeChoice() {
  const [theme, setTheme] = useState(keptTheme)
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
