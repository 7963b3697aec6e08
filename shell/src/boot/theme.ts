/** Of the choices in the footer. */
export const THEME_FIELD = 'marram-theme'

const KEY = 'marram:theme'
/** Page grounds, as in ui's tokens.css: phones paint their own bars in them. */
const grounds = { light: '#ffffff', dark: '#07191f' }

/** Holds the choice where the browser refuses to keep it. */
let chosen = 'system'

/**
 * Light, dark or the system's setting, as chosen in the footer and stored in the browser. Both themes are in the styles
 * and an attribute chooses one, before the first paint; React knows nothing of it.
 */
export function startTheme(): void {
  show()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show)
  // Another tab has chosen, or this page was kept and comes back.
  for (const event of ['storage', 'pageshow']) addEventListener(event, show)
  // The choices are there, or were made anew.
  for (const event of ['DOMContentLoaded', 'marram:ready']) document.addEventListener(event, show)
  document.addEventListener('change', ({ target }) => {
    const { name, value } = target as HTMLInputElement
    if (name === THEME_FIELD) choose(value)
  })
}

function show(): void {
  const choice = stored()
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const theme = dark ? 'dark' : 'light'
  document.documentElement.dataset.theme = theme
  const meta = document.querySelector<HTMLMetaElement>('meta[name=theme-color]') ?? document.createElement('meta')
  meta.name = 'theme-color'
  meta.content = grounds[theme]
  document.head.append(meta)
  for (const field of document.getElementsByName(THEME_FIELD) as NodeListOf<HTMLInputElement>)
    field.checked = field.value === choice
}

function choose(choice: string): void {
  chosen = choice
  try {
    if (choice === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, choice)
  } catch {
    // Storage is refused: the choice holds until the page is closed.
  }
  show()
}

function stored(): string {
  try {
    return localStorage.getItem(KEY) ?? 'system'
  } catch {
    return chosen
  }
}
