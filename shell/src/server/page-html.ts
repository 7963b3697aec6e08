import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'

/** How React marks a part that a `Suspense` surrounds and that it has left out, for the browser to try. */
const LEFT_OUT = '<!--$!-->'

/**
 * The HTML of a page, whole. Rejects with the fault of any component: React alone would leave out the part around it, and a
 * page that lacks a part is no page.
 */
export async function pageHtml(page: ReactNode): Promise<string> {
  const html = renderToString(page)
  if (html.includes(LEFT_OUT)) throw await faultIn(page)
  return html
}

/** Only React's stream tells the fault. It takes more than twice the time, so it is used for pages alone that have one. */
function faultIn(page: ReactNode): Promise<unknown> {
  return new Promise((resolve) => {
    const { abort } = renderToPipeableStream(page, {
      onError: resolve,
      onShellReady() {
        resolve(new Error('A part of the page waited for something while it was rendered'))
        abort()
      },
    })
  })
}
