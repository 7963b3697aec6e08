import fs from 'node:fs'
import { paths } from '@marram/api-contract/paths'
import type { Page } from '@playwright/test'
import { loggedIn, newAccount, open } from '../fixtures/api/accounts'
import { firstOf } from '../fixtures/api/first-of'
import { operate } from '../fixtures/api/submissions'
import { fillByKeyboard } from '../fixtures/browser/fill-by-keyboard'
import { expectForEverybody } from '../fixtures/browser/for-everybody'
import { watch } from '../fixtures/browser/watch'
import { expect, test } from '../fixtures/test'

const words = 'Two tides a day, and one of them at night.'
const sent = (page: Page, name: string) => page.locator('details').filter({ hasText: name })
const referenceIn = async (page: Page, name: string) =>
  /Reference (\S+),/.exec((await sent(page, name).textContent()) ?? '')?.[1] ?? 'none'

test('submissions of a logged-in visitor are found in the account, decided, exported and withdrawn', async ({
  site,
  page,
}) => {
  const { complaints, violations } = await watch(page)
  await open(page, site.url + paths.contact())
  await loggedIn(page, site, await newAccount(site))

  await open(page, site.url + paths.submissionRegistration())
  const typed = await fillByKeyboard(page, { mark: 'The outer marsh', leave: ['field-5', 'field-6'] })
  const receipt = page.getByRole('region', { name: 'Your work is in' })
  await expect(receipt.getByRole('heading')).toBeFocused()
  await expect(receipt).toContainText('your account')

  const article = paths.newsItem(await firstOf(`${site.url}/api/main-news/`))
  await open(page, site.url + article)
  const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? 'none'
  const form = page.getByRole('form', { name: 'Leave a comment' })
  await page.getByText('Write a comment').click()
  await form.getByLabel('Comments').fill(words)
  await form.getByLabel('Name', { exact: true }).fill('Rosalind Okafor')
  await form.getByLabel(/^E-mail/).fill('rosalind@example.org')
  await form.getByRole('button', { name: 'POST A COMMENT' }).click()
  await expect(form.getByText('Somebody here reads your comment')).toBeVisible()

  await open(page, site.url + paths.account())
  const work = sent(page, 'The outer marsh')
  await expect(work.locator('summary')).toContainText('waiting')
  await work.locator('summary').click()
  for (const answer of Object.values(typed).filter(Boolean)) await expect(work).toContainText(answer)
  const comment = sent(page, title)
  await expect(comment.locator('summary')).toContainText('waiting')
  await expectForEverybody(page, paths.account())

  await operate(site, 'submissions/take', { reference: await referenceIn(page, 'The outer marsh') })
  await operate(site, 'comments/approve', { reference: await referenceIn(page, title) })
  await open(page, site.url + paths.account())
  await expect(work.locator('summary')).toContainText('taken')
  await expect(comment.locator('summary')).toContainText('shown')

  const began = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download a ZIP file' }).click()
  const archive = fs.readFileSync(await (await began).path(), 'utf8')
  for (const text of [words, 'marram/account.json', 'marram/images/']) expect(archive).toContain(text)
  for (const answer of Object.values(typed).filter(Boolean)) expect(archive).toContain(answer)

  await expect(async () => {
    await open(page, site.url + article)
    expect(await page.getByText(words).count()).toBe(1)
  }).toPass()
  await expect(page.getByText(words)).toBeVisible()
  await open(page, site.url + paths.account())
  await comment.locator('summary').click()
  await comment.getByRole('button', { name: 'Take this comment back' }).click()
  await expect(comment).toHaveCount(0)
  await expect(work).toHaveCount(1)
  // An edge takes a moment to notice changed content.
  await expect(async () => {
    await open(page, site.url + article)
    expect(await page.getByText(words).count()).toBe(0)
  }).toPass()
  expect(complaints).toEqual([])
  expect(await violations()).toEqual([])
})
