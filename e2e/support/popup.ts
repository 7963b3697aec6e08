import type { BrowserContext } from '@playwright/test'

/** As somebody who has closed the popup of the home page: it would stand in the way of all other journeys. */
export const withoutPopup = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    if (location.protocol.startsWith('http')) sessionStorage.setItem('marram:important', 'closed')
  })
