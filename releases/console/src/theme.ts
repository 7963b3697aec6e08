/** Where the site keeps it too: who chose there has chosen here. */
const KEY = 'marram:theme'
export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

export function keptTheme(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system'
  } catch {
    // Storage is refused: the system's setting counts.
    return 'system'
  }
}

export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, theme)
  } catch {
    // Storage is refused: the choice holds until the page is closed.
  }
  show(theme)
}

export const startTheme = (): void => show(keptTheme())

/** Without the attribute the styles follow the system by themselves. */
function show(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
