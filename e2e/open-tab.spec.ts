import { compositionIn } from './support/composition'
import { expect, test } from './support/test'
import { documentOf, release } from './support/variant'
import { ready } from './support/watch'

const PART = 'mfe-quiz'

test('an open tab is offered the new version when somebody comes back to it, and not while they are typing', async ({
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

    await release(site, 'kill', PART, '--reason', 'another composition')
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
    await expect.poll(async () => compositionIn(await page.content()).id).not.toBe(opened)
    await expect(bar).toHaveCount(0)
  } finally {
    await release(site, 'revive', PART)
  }
})
