import { useState } from 'react'
import { FieldRow } from './forms/fields'
import { choice } from './forms/form'

/** The site uses the same key, but has an origin of its own. */
const KEY = 'marram:theme'
const field = choice('theme', 'Colours', [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
])

function storedTheme(): string {
  try {
    const stored = localStorage.getItem(KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    // The browser refuses storage.
    return 'system'
  }
}

/** Without the attribute the styles follow the system. */
function show(theme: string): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export const startTheme = (): void => show(storedTheme())

export function ThemeChoice() {
  const [theme, setTheme] = useState(storedTheme)
  const change = (chosen: string) => {
    setTheme(chosen)
    show(chosen)
    try {
      if (chosen === 'system') localStorage.removeItem(KEY)
      else localStorage.setItem(KEY, chosen)
    } catch {
      // The browser refuses storage: the choice is valid until the page is closed.
    }
  }
  return <FieldRow field={field} value={theme} change={change} />
}
