import type { Page } from '@playwright/test'

/** How the parts of a page look that its section's own styles lay out, with these styles and, for comparison, without. */
export async function lookOf(page: Page): Promise<{ styled: string; bare: string }> {
  return page.evaluate(async () => {
    const look = () =>
      [...document.querySelectorAll('main *')]
        .slice(0, 400)
        .map((element) => {
          const { display, position, paddingTop, fontSize } = getComputedStyle(element)
          return `${element.tagName} ${display} ${position} ${paddingTop} ${fontSize}`
        })
        .join('\n')
    const styled = look()
    for (const sheet of document.styleSheets) if (sheet.href?.includes('/mfe-events/')) sheet.disabled = true
    const bare = look()
    for (const sheet of document.styleSheets) sheet.disabled = false
    return { styled, bare }
  })
}
