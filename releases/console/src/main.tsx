import './no-eval'
import '@marram/ui/fonts.css'
import '@marram/ui/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/layout.css'
import './styles/tables.css'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router-dom'
import { Console } from './console'
import { startTheme } from './theme'

startTheme()
// From here on each page has a title of its own.
document.querySelector('title')?.remove()
const root = document.getElementById('console')
if (!root) throw new Error('the page has no place for the console')
createRoot(root).render(
  <BrowserRouter basename="/console">
    <Console />
  </BrowserRouter>,
)
