import fs from 'node:fs'
import path from 'node:path'
import { confirm, expectUsable, expectUsableOnPhones, logIn } from '../fixtures/browser/console'
import { watch } from '../fixtures/browser/watch'
import { retagged } from '../fixtures/releases/editions'
import { administrator, inProduction, promote, publish, registryOf } from '../fixtures/releases/releases'
import { discoveryOf, liveVersions } from '../fixtures/releases/variant'
import { BOTH, expect, test, VERIFY } from '../fixtures/test'

const PART = 'mfe-quiz'
const NEXT = '9.2.0'
const UNFIT = '9.3.0'
test.describe('the console of the release desk', () => {
  let first: string

  test.beforeAll(async ({ site }) => {
    first = (await liveVersions(site))[PART] as string
    await publish(site, retagged({ part: PART, version: NEXT }))
    const unfit = retagged({ part: PART, version: UNFIT })
    const description = path.join(unfit, 'release.json')
    const described = JSON.parse(fs.readFileSync(description, 'utf8'))
    expect(described.uses['@marram/sdk/router']).toContain('useLoaderData')
    // It requires a host contract that no shell has, and a name that none exports.
    const uses = { ...described.uses, react: [...described.uses.react, 'useTides'] }
    fs.writeFileSync(description, JSON.stringify({ ...described, host: '^99.0.0', uses }))
    await publish(site, unfit)
  })

  test.afterAll(async ({ site }) => {
    const registry = registryOf(site)
    const ends = [
      registry.revokeToken({ name: 'Vic' }),
      registry.revive(inProduction(PART)),
      registry.abort(inProduction(PART)),
    ]
    // Ending what has already ended is refused.
    await Promise.allSettled(ends)
    if ((await liveVersions(site))[PART] !== first) await promote(site, PART, first)
  })

  test('rolls a version out, views it, promotes it and rolls it back', BOTH, async ({ site, page }) => {
    const watched = await watch(page)
    await page.goto(`${site.console}/console`)
    await page.getByLabel('Token', { exact: true }).fill('marram_nobody')
    await page.getByLabel('Token', { exact: true }).press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'not known here' })).toBeVisible()
    await expectUsable(page)
    await logIn(page, site, administrator(site))
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'marram_console')
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/console' })
    expect(await page.evaluate(() => document.cookie)).not.toContain('marram_console')
    await expect(page.getByRole('row').filter({ hasText: PART })).toContainText(/behind 9\.\d+\.0/)
    await expectUsable(page)

    await page.getByRole('link', { name: `${first} of ${PART} in production` }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await page.getByRole('button', { name: `Roll out ${NEXT}` }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Per cent of visitors').fill('25')
    await expect(dialog.getByText('The gate lets it pass')).toBeVisible()
    await expectUsable(page)
    await confirm(
      page,
      'Give it to 25 %',
      `25 % of visitors, chosen at random and always the same ones, change from ${PART} ${first} to ${NEXT}`,
      `75 % keep ${first}.`,
    )
    await expect(page.getByRole('status').filter({ hasText: `25 % of visitors get ${PART} ${NEXT}` })).toBeVisible()
    const traffic = async () =>
      (await discoveryOf(site))[PART]?.map(({ metadata, deployment }) => [metadata.version, deployment.traffic])
    expect(await traffic()).toEqual([
      [first, 75],
      [NEXT, 25],
    ])
    await expect(page.getByText(`${NEXT}, the candidate: 0 loads`)).toBeVisible()
    await expect(page.getByText('too few loads')).toBeVisible()
    await expectUsable(page)

    // Somebody else changes it meanwhile, and this page updates itself.
    await page.getByRole('button', { name: 'Change the share' }).click()
    await registryOf(site).canary({ ...inProduction(PART), traffic: 40 })
    await dialog.getByLabel('Per cent of visitors').fill('60')
    await dialog.getByRole('button', { name: 'Give it to 60 %' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Nothing was changed')
    expect((await traffic())?.[1]).toEqual([NEXT, 40])
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    // The alert of the dialog contains this text too.
    await expect(page.locator('.now')).toContainText(`${NEXT} for 40 %`)

    await page
      .getByRole('button', { name: `Promote ${NEXT}` })
      .first()
      .click()
    await confirm(page, 'Promote', `60 % of visitors change from ${PART} ${first} to ${NEXT}`)
    await expect(page.getByText(`${NEXT} for 100 % of visitors`)).toBeVisible()
    await page
      .getByRole('button', { name: `Roll back to ${first}` })
      .first()
      .click()
    await page.getByLabel('Reason (optional)').fill('only a rehearsal')
    await confirm(page, 'Roll back', `100 % of visitors go back from ${PART} ${NEXT} to ${first}`)
    expect(await traffic()).toEqual([[first, 100]])

    // The console consists of its own files, without those of the shell.
    expect(watched.requests.filter((url) => !new URL(url).pathname.startsWith('/console'))).toEqual([])
    expect(await watched.violations()).toEqual([])
  })

  test('shows the objections to a release and its changes, and stops a part', BOTH, async ({ site, page }) => {
    await logIn(page, site, administrator(site), `/environments/production/parts/${PART}/versions/${UNFIT}`)
    await expect(page.getByText('It may not go live in production.')).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Failed' })).toHaveCount(2)
    const pairs = page.getByRole('region', { name: 'Sections beside shells' })
    await expect(pairs.getByText(`${PART} ${UNFIT} uses useTides of react, which shell`)).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: 'host contract' }).getByText('^99.0.0')).toBeVisible()
    await expectUsable(page)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Make a link' }).press('Enter')
    await dialog.getByLabel('Valid for').selectOption('2 hours')
    await expect(dialog.getByText(`Everyone who has the link sees ${PART} ${UNFIT} on top of`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Make the link' }).press('Enter')
    const link = dialog.getByLabel(`Link to ${PART} ${UNFIT}`)
    await expect(link).toBeFocused()
    await expect(link).toHaveValue(/^http:\/\/localhost:\d+\/releases\/preview\//)
    expect(await link.inputValue()).not.toContain(site.url)
    await expectUsable(page)
    await expectUsableOnPhones(page)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await dialog.getByRole('button', { name: 'Copy the link' }).click()
    await expect(dialog.getByText('The link is copied.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue())
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Make a link' })).toBeFocused()
    await page.getByRole('button', { name: `Promote ${UNFIT}` }).click()
    await expect(dialog.getByText('The gate is against it:')).toBeVisible()
    await dialog.getByRole('button', { name: 'Promote' }).click()
    await expect(dialog.getByRole('alert')).not.toBeEmpty()
    await dialog.getByLabel('Go on although').check()
    await dialog.getByRole('button', { name: 'Promote' }).click()
    await expect(dialog.getByRole('alert')).toContainText('Say why')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    expect((await liveVersions(site))[PART]).toBe(first)

    await page.getByRole('link', { name: `${PART} in production` }).click()
    await page.getByRole('button', { name: 'Take it off the site' }).click()
    await dialog.getByLabel('Reason', { exact: true }).fill('a rehearsal')
    await dialog.getByLabel('Ends').selectOption('After 30 minutes')
    await confirm(page, 'Take it off the site', /^All visitors \(100 %\) read a calm notice/)
    await expect(page.getByText('Off the site by administrator: a rehearsal')).toBeVisible()
    await page.getByRole('button', { name: 'Change its notice or end' }).click()
    await expect(dialog.getByLabel('Reason', { exact: true })).toHaveValue('a rehearsal')
    await expectUsable(page)
    await dialog.getByLabel('Ends').selectOption('When somebody ends it')
    await dialog.getByLabel('Reason', { exact: true }).fill('a longer rehearsal')
    await confirm(page, 'Change', 'It stays off the site, by you and for the reason below.')
    await expect(page.getByText(/^Off the site by administrator: a longer rehearsal$/)).toBeVisible()
    await page.getByRole('button', { name: 'Bring it back' }).click()
    await confirm(page, 'Bring it back', 'All visitors (100 %) get its pages again')
    await expect(page.getByText('Nothing of it is stopped.')).toBeVisible()

    await page.goto(`${site.console}/console/environments/production/compositions`)
    await page
      .getByRole('button', { name: /^Roll back to / })
      .first()
      .click()
    await expect(dialog.getByRole('listitem').first()).toContainText('100 %')
    await page.keyboard.press('Escape')
    await expectUsable(page)
    await page.getByRole('main').getByRole('link').first().click()
    await expect(page.getByText('Live in production')).toBeVisible()
    await expectUsable(page)
    await page.getByRole('link', { name: 'Activity' }).click()
    await expect(
      page
        .getByRole('listitem')
        .filter({ hasText: `brought back ${PART} in production` })
        .first(),
    ).toBeVisible()
    await page.getByLabel('Outcome').selectOption('Refused')
    await expect(
      page.getByRole('listitem').filter({ hasText: `was refused to promote ${PART} ${UNFIT}` }),
    ).toBeVisible()
    await expectUsable(page)
    await page.getByRole('button', { name: 'Show all' }).click()
    await page.getByLabel('Action').selectOption('revive')
    const shown = page.getByRole('listitem').filter({ has: page.locator('time') })
    await expect(shown.filter({ hasText: `brought back ${PART}` }).first()).toBeVisible()
    await expect(shown.filter({ hasNotText: 'brought back' })).toHaveCount(0)
    await page.getByLabel('By').fill('a nobody')
    await page.keyboard.press('Enter')
    await expect(page.getByText('Nothing like that was done.')).toBeVisible()
    await expect(page.getByLabel('By')).toBeFocused()
    await expectUsable(page)
    await page.getByRole('button', { name: 'Show all' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  test('lets a viewer look around by keyboard, and change nothing', VERIFY, async ({ site, page, browser }) => {
    await logIn(page, site, administrator(site), '/tokens')
    await page.getByRole('button', { name: 'New token' }).click()
    await page.getByLabel('Name').fill('Vic')
    await confirm(page, 'Make it', `The token "Vic" is a viewer's.`)
    const made = page.getByRole('status').filter({ hasText: 'shown only once' })
    const token = /marram_\S+/.exec((await made.textContent()) ?? '')?.[0]
    await expectUsable(page)

    const context = await browser.newContext({ viewport: { width: 320, height: 700 } })
    const looking = await context.newPage()
    await logIn(looking, site, token as string)
    await expect(looking.getByRole('link', { name: 'Tokens' })).toHaveCount(0)
    const board = looking.getByRole('region', { name: 'Parts by environment' })
    expect(await board.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await looking.locator('body').press('Tab')
    await looking.keyboard.press('Enter')
    const link = looking.getByRole('link', { name: `of ${PART} in production` })
    for (let i = 0; i < 30 && !(await link.evaluate((element) => element === document.activeElement)); i++)
      await looking.keyboard.press('Tab')
    await expect(link).toBeFocused()
    await looking.keyboard.press('Enter')
    await expect(looking.getByRole('heading', { level: 1, name: `${PART} in production` })).toBeFocused()
    await expect(looking.getByRole('heading', { name: 'Releases' })).toBeVisible()
    await expect(looking.getByText(`The token "Vic" is a viewer's and may not promote.`)).toBeVisible()
    expect(await looking.getByRole('main').getByRole('button').count()).toBe(0)
    expect(await looking.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    // Not even with the headers that the page itself could send.
    const status = await looking.evaluate(async (part) => {
      const headers = { 'x-marram-console': '1', 'content-type': 'application/json' }
      const path = `/console/releases/environments/production/parts/${part}/lock`
      return (await fetch(path, { method: 'POST', headers, body: '{"reason":"mine"}' })).status
    }, PART)
    expect(status).toBe(403)

    await page.getByRole('button', { name: 'Revoke Vic' }).click()
    await confirm(page, 'Revoke', 'Whoever holds Vic is refused')
    await expect(looking.getByText('Your session has ended')).toBeVisible()
    await context.close()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByLabel('Token', { exact: true })).toBeVisible()
  })
})
