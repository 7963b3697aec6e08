import { unlessRefused } from '@marram/sdk/storage'

/** Name of the radio buttons in the footer. */
export const THEME_FIELD = 'marram-theme'

const KEY = 'marram:theme'
/** Page backgrounds, as in ui's tokens.css: phones paint their own bars in them. */
const grounds = { light: '#ffffff', dark: '#07191f' }

/** The choice, for a browser that refuses to store it. */
let chosen = 'system'

/** Light, dark or the system's setting. An attribute chooses one of the themes in the styles before the first paint. */
export function startTheme(): void {
  show()
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show)
  // Another tab has chosen, or Back or Forward shows this page again.
  for (const event of ['storage', 'pageshow']) addEventListener(event, show)
  // The radio buttons are there, or were rendered again.
  for (const event of ['DOMContentLoaded', 'marram:ready']) document.addEventListener(event, show)
  // Captured: while the page is being hydrated, nothing below the document sees it.
  document.addEventListener(
    'change',
    ({ target }) => {
      const { name, value } = target as HTMLInputElement
      if (name === THEME_FIELD) choose(value)
    },
    true,
  )
}

function show(): void {
  const choice = unlessRefused(() => localStorage.getItem(KEY) ?? 'system', chosen)
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
  unlessRefused(() => {
    if (choice === 'system') localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, choice)
  }, undefined)
  show()
}
