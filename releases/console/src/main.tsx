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

// From here on each page has a title of its own.
document.querySelector('title')?.remove()
createRoot(document.getElementById('console') as HTMLElement).render(
  <BrowserRouter basename="/console">
    <Console />
  </BrowserRouter>,
)
