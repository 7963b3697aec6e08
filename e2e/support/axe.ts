import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

const all = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
// The theme changes colours and nothing else: in the dark only these can find anything new.
const ofColours = ['color-contrast', 'link-in-text-block']

/** Everything, or only what the theme can change. */
export type Rules = 'all' | 'colours'

/** In the dark: `npm run verify` looks for everything there too. */
export const inTheDark: Rules = process.env.TEST_AXE_IN_THE_DARK === 'all' ? 'all' : 'colours'

/**
 * Axe finds nothing in this part of the page (a selector) as it is now. `what` is the state's name in a failure, which
 * does not end the test. Frames are left out: ours have none of their own.
 */
export async function expectNoViolations(page: Page, what: string, rules: Rules = 'all', part = 'html'): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const only: RunOptions['runOnly'] =
    rules === 'all' ? { type: 'tag', values: all } : { type: 'rule', values: ofColours }
  const { violations, passed } = await page.evaluate(
    async ([selector, runOnly]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      // What passes is only counted: describing it takes as long as looking.
      const results = await axe.run(selector, { runOnly, resultTypes: ['violations'], iframes: false })
      return { violations: results.violations, passed: results.passes.length }
    },
    [part, only] as const,
  )
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)
  expect.soft(found, what).toEqual([])
  // Axe that sees nothing finds nothing.
  const least = rules === 'colours' ? 0 : part === 'html' ? 15 : 5
  expect(passed, `rules that found something to look at: ${what}`).toBeGreaterThan(least)
}
