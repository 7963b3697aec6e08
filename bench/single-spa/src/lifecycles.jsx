import * as React from 'react'
import * as ReactDOMClient from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import singleSpaReact from 'single-spa-react'

/** An application of single-spa with a router of its own, shown in the element with that id. */
export const lifecyclesOf = (id, routes) =>
  singleSpaReact({
    React,
    ReactDOMClient,
    domElementGetter: () => document.getElementById(id),
    errorBoundary: (error) => <p>{error.message}</p>,
    rootComponent() {
      const [router] = React.useState(() => createBrowserRouter(routes))
      React.useEffect(() => () => router.dispose(), [router])
      return <RouterProvider router={router} />
    },
  })

/** One page. Of other addresses it shows nothing until single-spa unmounts it. */
export const pageAt = (path, { loader, Component }) =>
  lifecyclesOf('application', [
    {
      path,
      loader,
      Component() {
        // The layout marks when itself responds; the page does when both do.
        React.useEffect(() => void performance.mark('marram:ready'), [])
        return <Component />
      },
    },
    { path: '*', element: null },
  ])
