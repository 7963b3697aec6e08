import { shortId } from '@marram/release-contract/composition-id'
import { confirm, expectUsable, expectUsableOnPhones, logIn } from '../fixtures/browser/console'
import { type Files, retagged } from '../fixtures/releases/editions'
import { administrator, inProduction, promote, publish, registryOf } from '../fixtures/releases/releases'
import { discoveryOf, documentOf, liveVersions, release } from '../fixtures/releases/variant'
import { expect, test, VERIFY } from '../fixtures/test'

const QUIZ = 'mfe-quiz'
const ACCOUNT = 'mfe-account'
const NEXT = '9.21.0'
const APPROVED = '9.24.0'
/** Its server build throws. */
const DEAD = '9.22.0'
/** Its shell throws in browsers. */
const BROKEN = '9.23.0'

test.describe('a day at the release desk', () => {
  let before: Record<string, string>

  test.beforeAll(async ({ site }) => {
    before = await liveVersions(site)
    await publish(site, retagged({ part: QUIZ, version: NEXT }))
  })

  test.afterAll(async ({ site }) => {
    const registry = registryOf(site)
    const ends = [
      registry.unfreeze({ environment: 'production' }),
      registry.unlock(inProduction(QUIZ)),
      ...[ACCOUNT, QUIZ].map((part) => registry.abort(inProduction(part))),
    ]
    // Ending what has already ended is refused.
    await Promise.allSettled(ends)
    for (const [part, version] of Object.entries(await liveVersions(site)))
      if (version !== before[part]) await promote(site, part, before[part] as string, { override: true })
  })

  test('a freeze and a lock block new releases, show the reason, and are ended; all by keyboard', async ({
    site,
    page,
  }) => {
    const dialog = page.getByRole('dialog')
    await logIn(page, site, administrator(site))
    await page.getByRole('button', { name: 'Freeze production' }).press('Enter')
    await dialog.getByLabel('Reason', { exact: true }).press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('Say why')
    await page.keyboard.type('the elections')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(page.getByText('Frozen by administrator: the elections')).toBeVisible()
    await expect(page.getByRole('button', { name: 'End the freeze of production' })).toBeFocused()

    await page.goto(`${site.console}/console/environments/production/parts/${QUIZ}/versions/${NEXT}`)
    await page.getByRole('button', { name: `Promote ${NEXT}` }).press('Enter')
    await dialog.getByLabel('Reason (optional)').fill('it cannot wait')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText(/^production is frozen .* by administrator: the elections\./)
    await expect(dialog.getByLabel('Reason (optional)')).toHaveValue('it cannot wait')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: `Promote ${NEXT}` })).toBeFocused()
    expect(await liveVersions(site)).toEqual(before)

    await page.goto(`${site.console}/console`)
    await page.getByRole('button', { name: 'End the freeze of production' }).press('Enter')
    await confirm(page, 'End the freeze', 'New versions may go live again.')
    await page.getByRole('link', { name: `of ${QUIZ} in production` }).press('Enter')
    await page.getByRole('button', { name: 'Lock' }).press('Enter')
    await dialog.getByLabel('Reason', { exact: true }).fill('an audit')
    await confirm(page, 'Lock', `No new version of ${QUIZ} goes live`)
    await page.getByRole('button', { name: `Roll out ${NEXT}` }).press('Enter')
    await dialog.getByRole('button', { name: 'Give it to 10 %' }).press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('an audit')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Unlock' }).press('Enter')
    await confirm(page, 'Unlock', 'New versions may go live again.')
    await expect(page.getByText('Nothing of it is stopped.')).toBeVisible()
  })

  test(
    'two parts are released as a group with a strategy, which is paused, resumed and aborted',
    VERIFY,
    async ({ site, page }) => {
      await publish(site, retagged({ part: ACCOUNT, version: NEXT }))
      const dialog = page.getByRole('dialog')
      await logIn(page, site, administrator(site), `/environments/production/parts/${QUIZ}`)
      await page.getByRole('button', { name: `Roll out ${NEXT}` }).click()
      await dialog.getByLabel('Per cent of visitors').fill('0')
      await dialog.getByLabel('Group (optional)').fill('both')
      await confirm(page, 'Give it to 0 %', `100 % keep ${before[QUIZ]}.`)

      await page.goto(`${site.console}/console/environments/production/parts/${ACCOUNT}`)
      await page.getByRole('button', { name: `Roll out ${NEXT}` }).click()
      await dialog.getByLabel('Strategy').selectOption('Canary: steps that I choose')
      await dialog.getByLabel('Steps').fill('20@10m,25@1h')
      await dialog.getByLabel('Group (optional)').fill('both')
      await dialog.getByLabel('Grow only with enough evidence').uncheck()
      await expectUsable(page)
      await expectUsableOnPhones(page)
      await confirm(
        page,
        'Begin',
        `They are the visitors who get ${QUIZ} ${NEXT} too (group both).`,
        /^After 10 min, .*: 5 % more of the visitors change: 25 % have/,
        /^After 1 h 10 min, .* so that everybody \(100 %\) has/,
      )
      await expect(page.getByText('Canary, step 1 of 2. Next: 25 %, at')).toBeVisible()
      const shares = async () => {
        const live = await discoveryOf(site)
        const candidates = [live[QUIZ], live[ACCOUNT]].map((entries) =>
          entries?.find(({ deployment }) => !deployment.default),
        )
        expect(new Set(candidates.map((entry) => entry?.extras.salt)).size).toBe(1)
        return candidates.map((entry) => entry?.deployment.traffic)
      }
      expect(await shares()).toEqual([20, 20])

      await page.getByRole('button', { name: 'Pause' }).press('Enter')
      await confirm(page, 'Pause', "It stays at 20 % of visitors until somebody resumes it. Nobody's version changes.")
      await expect(page.getByText('paused by administrator')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Resume' })).toBeFocused()
      await expectUsable(page)
      await expectUsableOnPhones(page)
      await page.getByRole('button', { name: 'Resume' }).press('Enter')
      await confirm(page, 'Resume', /: 5 % more of the visitors change: 25 % have/)
      await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible()

      await page.goto(`${site.console}/console/environments/production/parts/${QUIZ}`)
      await expect(page.getByText(`step 1 of 2, by the strategy of ${ACCOUNT}.`)).toBeVisible()
      await page.getByRole('button', { name: 'Abort the rollout' }).click()
      await confirm(page, 'Abort the rollout', `from ${QUIZ} ${NEXT} to`, `from ${ACCOUNT} ${NEXT} to`)
      expect(await liveVersions(site)).toEqual(before)
      await expect.poll(async () => (await discoveryOf(site))[ACCOUNT]?.length).toBe(1)
    },
  )

  test('what waits for approval is approved in the browser, with a key that nobody can copy; going back needs none', async ({
    site,
    page,
  }) => {
    const registry = registryOf(site)
    const trust = (...args: string[]) =>
      release(site, 'trust', 'update', ...args, '--override', '--reason', 'a journey')
    await publish(site, retagged({ part: QUIZ, version: APPROVED }))
    await trust('--approvals', 'production=1')
    try {
      await expect(promote(site, QUIZ, APPROVED)).rejects.toThrow(/has 0 of the 1 approvals that production needs/)
      await logIn(page, site, administrator(site), '/environments/production/approvals')
      await page.getByRole('button', { name: 'Make a key' }).press('Enter')
      const [, key = ''] = /--key (\S+)/.exec((await page.getByText('trust update --key').textContent()) ?? '') ?? []
      await trust('--key', key, '--owner', 'administrator', '--manager')
      await page.reload()
      await expect(page.getByText('You approve as administrator, with the key in this browser.')).toBeVisible()
      await expect(page.getByText(`${QUIZ} ${APPROVED}`, { exact: true })).toBeVisible()
      await expectUsable(page)
      await expectUsableOnPhones(page)
      await page.getByRole('button', { name: `Approve ${QUIZ} ${APPROVED}` }).press('Enter')
      await confirm(
        page,
        'Approve',
        'You sign this version, as it was published, for this environment, and nothing else.',
      )
      await expect(page.getByText(`${QUIZ} ${APPROVED} is approved for production by administrator.`)).toBeVisible()
      await promote(site, QUIZ, APPROVED)
      await expect
        .poll(async () => (await registry.showEnvironment({ environment: 'production' })).edges[0]?.unusable)
        .toEqual({})
      const copied = page.evaluate(async () => {
        const opening = indexedDB.open('marram-keys')
        await new Promise((done) => (opening.onsuccess = done))
        const found = opening.result.transaction('keys').objectStore('keys').getAll()
        await new Promise((done) => (found.onsuccess = done))
        return crypto.subtle.exportKey('pkcs8', found.result[0].privateKey)
      })
      await expect(copied).rejects.toThrow(/not extractable/)
      await registry.rollback(inProduction(QUIZ))
      expect((await liveVersions(site))[QUIZ]).toBe(before[QUIZ])
    } finally {
      await trust('--approvals', 'production=0')
    }
  })

  test('a manager overrides the gate, with a reason that everybody can read', VERIFY, async ({ site, page }) => {
    const dialog = page.getByRole('dialog')
    const dead = (text: string) => `throw new Error('dead on the server');\n${text}`
    const files: Files = ({ server }) => ({ [server as string]: dead })
    await publish(site, retagged({ part: QUIZ, version: DEAD, files }))
    await logIn(page, site, administrator(site), `/environments/production/parts/${QUIZ}/versions/${DEAD}`)
    await page.getByRole('button', { name: `Promote ${DEAD}` }).click()
    await expect(dialog.getByText('The gate is against it:')).toBeVisible()
    await dialog.getByLabel('Go on although').check()
    await dialog.getByLabel('Reason', { exact: true }).fill('a rehearsal of the worst')
    await confirm(page, 'Promote', `100 % of visitors change from ${QUIZ} ${before[QUIZ]} to ${DEAD}`)
    expect((await liveVersions(site))[QUIZ]).toBe(DEAD)
    await page.getByRole('link', { name: 'Activity' }).click()
    const done = page.getByRole('listitem').filter({ hasText: `promoted ${QUIZ} ${DEAD}` })
    await expect(done.first()).toContainText('a rehearsal of the worst')
    await expect(done.first()).toContainText(/Although the gate was against it: .*dead on the server/)
    await registryOf(site).rollback(inProduction(QUIZ))
  })

  test(
    'while the shell is broken for everybody the console works, and rolls the environment back',
    VERIFY,
    async ({ site, page, context }) => {
      const { composition } = await documentOf(site, '/login')
      const broken = (text: string) => `throw new Error('broken in browsers');\n${text}`
      const files: Files = (built) => Object.fromEntries(scriptsOf(built).map((file) => [file, broken]))
      await publish(site, retagged({ part: 'shell', version: BROKEN, files }))
      await promote(site, 'shell', BROKEN, { override: true })
      await expect
        .poll(async () => (await documentOf(site, '/login')).composition, { timeout: 10_000 })
        .not.toBe(composition)
      const visitor = await context.newPage()
      const thrown = visitor.waitForEvent('pageerror')
      await visitor.goto(`${site.url}/login`)
      expect((await thrown).message).toContain('broken in browsers')

      await logIn(page, site, administrator(site))
      await expect(page.getByRole('link', { name: `${BROKEN} of shell in production` })).toBeVisible()
      await page.goto(`${site.console}/console/environments/production/compositions`)
      await page.getByRole('button', { name: `Roll back to ${shortId(composition)}` }).click()
      await page.getByLabel('Reason', { exact: true }).fill('the shell is broken')
      await confirm(page, 'Roll back', `shell: all visitors (100 %) get ${before.shell} instead of ${BROKEN}`)
      await expect(page.getByText(`production serves exactly the composition ${shortId(composition)}.`)).toBeVisible()
      expect(await liveVersions(site)).toEqual(before)
      await expect
        .poll(async () => (await documentOf(site, '/login')).composition, { timeout: 10_000 })
        .toBe(composition)
    },
  )

  test(
    'a change is scheduled, seen on the board and taken back; delivery is shown by month',
    VERIFY,
    async ({ site, page }) => {
      const dialog = page.getByRole('dialog')
      await logIn(page, site, administrator(site), '/environments/production/schedule')
      await page.getByRole('button', { name: 'Schedule a change' }).press('Enter')
      await dialog.getByLabel('Part', { exact: true }).selectOption(QUIZ)
      await dialog.getByLabel('Version', { exact: true }).fill(NEXT)
      await dialog.getByLabel('Day', { exact: true }).fill(dayAfter(2))
      await dialog.getByLabel('Time', { exact: true }).fill('09:00')
      await expectUsable(page)
      await expectUsableOnPhones(page)
      await confirm(page, 'Schedule it', "No visitor's page changes now (0 %).")
      const row = page.getByRole('row').filter({ hasText: `promote ${QUIZ} ${NEXT}` })
      await expect(row).toContainText('Waits')
      await expectUsable(page)
      await expectUsableOnPhones(page)
      // Another one at the same time cannot be meant.
      await page.getByRole('button', { name: 'Schedule a change' }).click()
      await dialog.getByLabel('What', { exact: true }).selectOption('Roll back')
      await dialog.getByLabel('Part', { exact: true }).selectOption(QUIZ)
      await dialog.getByLabel('Day', { exact: true }).fill(dayAfter(2))
      await dialog.getByLabel('Time', { exact: true }).fill('09:05')
      await dialog.getByRole('button', { name: 'Schedule it' }).click()
      await expect(dialog.getByRole('alert')).toContainText('less than ten minutes apart')
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: 'Board' }).click()
      await page.getByRole('link', { name: '1 change scheduled in production' }).click()
      await page.getByRole('button', { name: /^Take back/ }).click()
      await confirm(page, 'Take it back', 'It is not made.')
      await expect(page.getByText('Nothing waits here')).toBeVisible()

      await page.getByRole('link', { name: 'Delivery' }).click()
      await expect(page.getByRole('row').filter({ hasText: QUIZ }).first()).toBeVisible()
      await expectUsable(page)
      await expectUsableOnPhones(page)
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Download as CSV' }).click()
      expect((await download).suggestedFilename()).toBe('delivery-production.csv')
    },
  )

  test('the clean-up page shows what is kept and why', VERIFY, async ({ site, page }) => {
    await logIn(page, site, administrator(site), '/clean-up')
    await expect(page.getByText('Nothing: every release is kept, and no upload stands still.')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: `shell ${before.shell}` })).toContainText(
      'It is live in production.',
    )
    await expectUsable(page)
    await expectUsableOnPhones(page)
    await page.getByLabel('Releases that no page has named for').selectOption('A year')
    await expect(page).toHaveURL(/days=365/)
  })
})

/** As YYYY-MM-DD. */
const dayAfter = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const scriptsOf = (built: { kind: string; entry: string | string[] }): string[] =>
  [built.entry].flat().filter((file) => file.endsWith('.js'))
