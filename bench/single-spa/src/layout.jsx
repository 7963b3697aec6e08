import '@marram/shell/src/styles/shell.css'
import { Root, rootLoader } from '@marram/shell/src/routes/root'
import { lifecyclesOf } from './lifecycles'

/** Where the application of the page is shown: beside the layout in the document until that has a place for it. */
const application = document.getElementById('application')

export const { bootstrap, mount, unmount } = lifecyclesOf('root', [
  {
    loader: rootLoader,
    shouldRevalidate: () => false,
    element: <Root />,
    children: [{ path: '*', element: <div ref={(place) => place?.append(application)} /> }],
  },
])
