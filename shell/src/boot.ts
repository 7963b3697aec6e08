/**
 * Runs before the first paint, inlined into every page: theme and login pill are right from the start,
 * although every visitor gets the same HTML; files that fail are asked for again, large ones asked for late, a start
 * that fails is counted, and forms wait for the page. Every document has it: about a kilobyte over the wire.
 */

import { watchStart } from './boot/failed-start'
import { preloadAfterPaint } from './boot/first-paint'
import { holdForms } from './boot/hold-forms'
import { retryFirstFiles } from './boot/retry-first-files'
import { startTheme } from './boot/theme'

const root = document.documentElement
startTheme()
try {
  root.dataset.session = localStorage.getItem('access_token') ? 'in' : 'out'
} catch {
  // Storage is refused: the visitor is not logged in.
  root.dataset.session = 'out'
}
root.dataset.script = 'on'
// Of the page that this document has. A visitor who goes back before scripts have started is at another one.
root.dataset.address = location.pathname + location.search
void preloadAfterPaint()
retryFirstFiles()
watchStart()
holdForms()
