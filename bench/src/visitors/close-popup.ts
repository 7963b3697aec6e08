import type { Page } from '@playwright/test'

/** As visitors do before anything else, where a page begins with a note: whatever is behind it cannot be used. */
export async function closePopup(page: Page): Promise<void> {
  const close = page.getByRole('dialog').getByRole('button', { name: 'Close this message' })
  if (await close.isVisible()) await close.click()
}
