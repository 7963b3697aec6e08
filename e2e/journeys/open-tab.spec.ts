import { compositionIn } from '@marram/release-contract/composition'
import { ready } from '../fixtures/browser/watch'
import { SECTION } from '../fixtures/releases/editions'
import { inProduction, registryOf } from '../fixtures/releases/releases'
import { documentOf } from '../fixtures/releases/variant'
import { expect, test } from '../fixtures/test'

test('an open tab is offered the new version when the visitor returns to it, but not while typing', async ({
  site,
  page,
}) => {
  await page.clock.install()
  await page.goto(`${site.url}/sports`)
  await ready(page)
  const opened = compositionIn(await page.content()).id
  const bar = page.getByText('There is a new version of this site.')
  const email = page.getByRole('contentinfo').getByRole('textbox')
  const comeBack = async () => {
    await page.clock.fastForward(30_000)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  }
  try {
    await comeBack()
    await page.clock.runFor(3000)
    await expect(bar).toHaveCount(0)

    await registryOf(site).kill({ ...inProduction(SECTION), reason: 'another composition' })
    await expect.poll(async () => (await documentOf(site, '/sports')).composition).not.toBe(opened)
    await email.fill('ada@example')
    const answered = page.waitForResponse(/\/releases\/composition$/)
    await comeBack()
    await answered
    await page.clock.runFor(3000)
    await expect(bar).toHaveCount(0)
    await email.fill('')
    await email.blur()
    await page.clock.runFor(3000)
    await expect(bar).toBeVisible()
    await page.getByRole('button', { name: 'Load it' }).click()
    // The document that replaces this one may not be whole yet.
    await expect(async () => expect(compositionIn(await page.content()).id).not.toBe(opened)).toPass()
    await expect(bar).toHaveCount(0)
  } finally {
    await registryOf(site).revive(inProduction(SECTION))
  }
})
