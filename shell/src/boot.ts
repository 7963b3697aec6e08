import { unlessRefused } from '@marram/sdk/storage'
import { retryFirstFiles, watchStart } from './boot/failed-start'
import { layOutLater } from './boot/far-below'
import { preloadAfterPaint } from './boot/first-paint'
import { holdForms, holdPresses } from './boot/held'
import { startTheme } from './boot/theme'

/** Runs before the first paint, inlined into every page: about a kilobyte over the wire. */

const root = document.documentElement
startTheme()
root.dataset.session = unlessRefused(() => localStorage.getItem('access_token'), null) ? 'in' : 'out'
root.dataset.script = 'on'
// The address that this document was rendered for: a visitor who goes back before scripts start is at another one.
root.dataset.address = location.pathname + location.search
layOutLater()
void preloadAfterPaint()
retryFirstFiles()
watchStart()
holdForms()
holdPresses()
