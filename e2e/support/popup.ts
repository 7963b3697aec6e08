import type { BrowserContext } from '@playwright/test'

/** As somebody who has closed the popup of the home page: it would stand in the way of all other journeys. */
export const withoutPopup = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    // Not in a player's frame, which may keep nothing.
    if (location.protocol.startsWith('http') && self === top) sessionStorage.setItem('marram:important', 'closed')
  })
