/**
 * Runs before the first paint, inlined into every page: theme and login pill are right from the start,
 * although every visitor gets the same HTML; files that fail are asked for again, and forms wait for the page.
 * It must stay a few hundred bytes.
 */
import { holdForms } from './hold-forms'
import { retryFirstFiles } from './retry-first-files'

const root = document.documentElement
try {
  const chosen = localStorage.getItem('marram:theme')
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  root.dataset.theme = dark ? 'dark' : 'light'
  root.dataset.session = localStorage.getItem('access_token') ? 'in' : 'out'
} catch {
  // Storage is refused: nobody is logged in, and the system's theme is not ours to store.
  root.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  root.dataset.session = 'out'
}
root.dataset.script = 'on'
retryFirstFiles()
holdForms()
