import fs from 'node:fs'
import { paths } from '@marram/api-contract/paths'
import type { Page } from '@playwright/test'
import { OLYMPIAD, optionOf, questionsOf, takesPart } from '../fixtures/api/quiz'
import { expectForEverybody } from '../fixtures/browser/for-everybody'
import { ready, watch } from '../fixtures/browser/watch'
import { BOTH, expect, test, VERIFY } from '../fixtures/test'

type Question = Awaited<ReturnType<typeof questionsOf>>[number]
const quiz = paths.quiz(OLYMPIAD)
const keptOf = (page: Page) =>
  page.evaluate((key) => [localStorage.getItem(key), sessionStorage.getItem(key)], `marram:quiz:${OLYMPIAD}`)
const flag = (page: Page) => page.evaluate(() => sessionStorage.getItem('correctStatusDispatched'))
const fieldsets = (page: Page) => page.locator('main fieldset')
const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name })
const submitButton = (page: Page) => page.getByRole('button', { name: 'Submit answers' })
const progress = (page: Page) => page.getByRole('region', { name: 'Progress' })
const score = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: `Quiz response ${text}` })

/** Chooses an option in the page: the right one, or a wrong one. */
const choose = (page: Page, question: Question, place: number, right = true) =>
  fieldsets(page)
    .nth(place)
    .getByLabel(question[optionOf(question, right)] as string)
    .check()

test(
  'a quiz from the first answer to the score: stored on the device, sent once, marked, and sent again',
  BOTH,
  async ({ site, page, context }) => {
    const questions = await questionsOf(site)
    const { complaints } = await watch(page)
    const summaries: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/quiz/score')) summaries.push(request.postData() ?? '')
    })
    await page.goto(site.url + quiz)
    expect(await ready(page)).toBe('hydrated')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Fixture olympiad')
    await expect(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').last()).toHaveText('Quiz')
    await expect(fieldsets(page)).toHaveCount(questions.length)
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      await expect(fieldsets(page).first().locator('legend')).toBeInViewport()
    }
    for (const [place, right] of [true, false, true].entries()) {
      await expect(fieldsets(page).getByRole('radio')).toHaveCount(3)
      await choose(page, questions[place] as Question, place, right)
      await button(page, 'Next question').click()
      await expect(fieldsets(page).nth(place + 1)).toBeFocused()
    }
    await button(page, 'Start the clock').click()
    await expect(page.getByRole('timer')).toContainText(/^\s*(30:00|29:5\d) left$/)
    await expect(progress(page)).toContainText('3 of 10')
    await expectForEverybody(page, 'one question at a time')
    await page.reload()
    await ready(page)
    await expect(progress(page)).toContainText('3 of 10')
    await expect(page.getByText('Question 4 of 10')).toBeVisible()
    await expect(
      page.getByRole('status').filter({ hasText: /^We kept your answers from \d+ \w+ \d{4} at \d\d:\d\d\.$/ }),
    ).toBeVisible()
    await expect(page.getByRole('timer')).toBeVisible()
    // A tab that is closed without an event.
    await page.goto('about:blank')
    const after = await context.newPage()
    await after.goto(site.url + quiz)
    await expect(progress(after)).toContainText('3 of 10')
    await after.close()
    await page.goto(site.url + quiz)
    await ready(page)

    await button(page, 'Previous question').click()
    await expect(fieldsets(page).nth(2)).toBeFocused()
    // Open questions: Escape stays, Go back moves to the first of them.
    await submitButton(page).click()
    const dialog = page.getByRole('dialog', { name: '7 questions are not answered' })
    await expect(dialog).toBeVisible()
    await expectForEverybody(page, 'the dialog')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(submitButton(page)).toBeFocused()
    await submitButton(page).click()
    await dialog.getByRole('button', { name: 'Go back' }).click()
    await expect(fieldsets(page).nth(3).getByRole('radio').first()).toBeFocused()
    await button(page, 'Show all at once').click()
    await expect(fieldsets(page).getByRole('radio')).toHaveCount(questions.length * 3)
    for (let place = 3; place < 9; place++) await choose(page, questions[place] as Question, place)

    // The server refuses all answers: its message is in toast and summary, and nothing is marked.
    await submitButton(page).click()
    await page
      .getByRole('dialog', { name: 'One question is not answered' })
      .getByRole('button', { name: 'Submit anyway' })
      .click()
    const toast = page.locator('[role=alert]').filter({ hasText: 'Error!' })
    await expect(toast).toContainText('Enter your name')
    await expect(toast.getByRole('button')).toHaveCount(0)
    const problem = page.getByRole('alert').filter({ hasText: 'There is a problem' })
    await expect(problem).toBeFocused()
    await expect(page.getByText('Correct answer', { exact: true })).toHaveCount(0)
    await expectForEverybody(page, 'with a problem')
    await problem.getByRole('link', { name: 'Enter your name' }).click()
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
    const who = { name: 'Zoë O/Brien 🌊', phone: '01555102345' }
    await page.getByLabel('Name', { exact: true }).fill(`${who.name} `)
    await page.getByLabel('Phone', { exact: true }).fill('(01555) 102-345')
    expect((await keptOf(page))[0]).toContain('O/Brien')

    await submitButton(page).click()
    await page.getByRole('button', { name: 'Submit anyway' }).click()
    await expect(page).toHaveURL(site.url + paths.quizResponse(who.name, who.phone))
    await expect(score(page, '8 of 10')).toBeFocused()
    await expect(page).toHaveTitle('Quiz response | Marram')
    await expect(page.getByText(who.name)).toBeVisible()
    const [local, session] = await keptOf(page)
    expect([local, session?.includes('"submitted":true')]).toEqual([null, true])
    const wrong = page.getByRole('listitem').filter({ has: page.getByText('Correct answer', { exact: true }) })
    await expect(wrong).toHaveCount(2)
    await expect(wrong.first()).toContainText((questions[1] as Question)[(questions[1] as Question).answer] as string)
    await expect(wrong.last()).toContainText('None')
    // The error colour is only for wrong answers.
    const words = (text: string) => wrong.first().getByText(text, { exact: true })
    await expect(words('Correct answer')).toHaveCSS('color', 'rgb(27, 110, 60)')
    await expect(words('Your answer')).toHaveCSS('color', 'rgb(179, 38, 30)')
    await expect(wrong.first()).toContainText('Because the fixture says so.')
    await expect.poll(() => summaries.length).toBe(1)
    expect(JSON.parse(summaries[0] as string)).toEqual({
      ...{ ...who, correct_answers: 8, total_question: 10 },
      olympiad: OLYMPIAD,
    })
    expect(await flag(page)).toBe('true')
    await expectForEverybody(page, 'a response')
    // The shared text has neither name nor phone, and the certificate is one sheet of paper.
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
    await button(page, 'Share this result').click()
    await expect(page.getByText('Your result is copied, with a link.')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `I answered 8 of 10 questions right in “Fixture olympiad” by Marram. ${site.url}${paths.olympiad(OLYMPIAD)}`,
    )
    await page.getByRole('link', { name: 'Certificate to print' }).click()
    const sheet = page.getByRole('article', { name: 'Certificate' })
    for (const line of [who.name, 'answered 8 of 10 questions right', 'Fixture olympiad'])
      await expect(sheet).toContainText(line)
    await expectForEverybody(page, 'a certificate')
    await page.emulateMedia({ media: 'print' })
    await expect(sheet).toBeVisible()
    await expect(page.locator('main').getByRole('navigation')).toBeHidden()
    await expect(page.locator('main button:visible, main a:visible')).toHaveCount(0)
    await page.emulateMedia({ media: 'screen' })
    await page.goBack()
    await expect(score(page, '8 of 10')).toBeVisible()
    expect(summaries).toHaveLength(1)
    await page.reload()
    await expect(score(page, '8 of 10')).toBeVisible()
    expect(summaries).toHaveLength(1)
    // Another page by its address, and a reload of it: returning then is a new visit.
    await page.goto(site.url + quiz)
    await page.reload()
    await ready(page)
    expect(await flag(page)).toBe('true')
    await page.getByRole('link', { name: 'All your answers' }).click()
    await expect(score(page, '8 of 10')).toBeVisible()
    await expect.poll(() => summaries.length).toBe(2)

    // Back: the marked quiz. New answers replace the old ones.
    await page.goBack()
    await expect(progress(page)).toContainText('8 of 10')
    expect(await flag(page)).toBeNull()
    // The squares match the figure.
    await expect(progress(page).locator('li[class]')).toHaveText(['1', '3', '4', '5', '6', '7', '8', '9'])
    await expect(page.getByText('Not right. Correct answer:')).toHaveCount(1)
    await expect(page.getByText('Not answered. Correct answer:')).toHaveCount(1)
    await expect(page.getByText(/^Right\. Correct answer:/)).toHaveCount(8)
    await expect(page.getByText('Your answer', { exact: true })).toHaveCount(1)
    await expect(
      fieldsets(page)
        .nth(1)
        .getByText(/^Correct answer:/),
    ).toHaveCSS('color', 'rgb(27, 110, 60)')
    await expect(fieldsets(page).getByRole('radio').first()).toBeDisabled()
    await expectForEverybody(page, 'marked')
    await page.getByRole('button', { name: 'Answer again' }).click()
    await expect(progress(page)).toContainText('0 of 10')
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue(who.name)
    for (const [place, question] of questions.entries()) await choose(page, question, place)
    await submitButton(page).click()
    await expect(score(page, '10 of 10')).toBeVisible()
    await expect.poll(() => summaries.length).toBe(3)
    await page.getByRole('link', { name: 'Finish' }).click()
    await expect(page.getByRole('main')).toContainText('Your answers are in, 10 of 10 of them right.')
    // The browser logs the status of the refusal above.
    expect(complaints.filter((words) => !words.includes('status of 400'))).toEqual([])
  },
)

test('without JavaScript, on paper and in forced colours: all questions in one list, with the chosen answers', async ({
  site,
  page,
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(site.url + quiz)
  await expect(fieldsets(plain).getByRole('radio')).toHaveCount(30)
  await expect(plain.getByRole('button', { name: /question|at once|clock/ })).toHaveCount(0)
  await context.close()

  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(site.url + quiz)
  await ready(page)
  const [first, second] = (await questionsOf(site)) as [Question, Question]
  await choose(page, first, 0)
  const ground = (place: number) =>
    progress(page)
      .locator('li')
      .nth(place)
      .evaluate((square) => getComputedStyle(square).backgroundColor)
  expect(await ground(0)).not.toBe(await ground(1))
  await expect(fieldsets(page).nth(1)).toBeHidden()
  await page.emulateMedia({ media: 'print', forcedColors: 'none' })
  await expect(fieldsets(page).nth(1)).toBeVisible()
  await expect(fieldsets(page).nth(1)).toContainText(second.question)
})

test(
  'whatever a name contains, its answers are found at its address, and an unknown name has none',
  VERIFY,
  async ({ site, page }) => {
    const phone = '+44 (0)1555 102346'
    const names = [
      'a%2Fb/c',
      'Me...',
      'A/../B',
      '../x',
      '~~Me~2E',
      'عمر الفاروق',
      '50% & more? #1; <b>',
      '👩🏽‍🔬',
      `x${'é'.repeat(99)}`,
    ]
    for (const name of names) await takesPart(site, name, phone, 4)
    for (const name of names) {
      await page.goto(site.url + paths.quizResponse(name, phone))
      await expect(score(page, '4 of 10'), name).toBeVisible()
      await expect(page.locator('main bdi').first()).toHaveText(name)
    }
    await page.goto(site.url + paths.quizResponse('Nobody', '0000000000'))
    await expect(page.getByRole('heading', { level: 1, name: 'Quiz response' })).toBeVisible()
    await expect(page.getByText('Nothing to show.')).toBeVisible()
    await expect(page.getByRole('complementary').getByRole('link', { name: 'To the olympiad' })).toBeVisible()
    expect(await flag(page)).toBeNull()
    await expectForEverybody(page, 'nobody’s answers')
    await page.getByLabel('Name, as in the quiz').fill(names[3] ?? '')
    await page.getByLabel('Phone', { exact: true }).fill(phone)
    await page.getByRole('button', { name: 'Show the answers' }).click()
    await expect(score(page, '4 of 10')).toBeVisible()
  },
)

test(
  'results: sorted and paged by keyboard, ten, five or twenty-five rows, all of it in the address',
  VERIFY,
  async ({ site, page }) => {
    for (let i = 0; i < 12; i++) await takesPart(site, `Row ${String(i).padStart(2, '0')}`, `02079460${100 + i}`, i % 9)
    await page.goto(site.url + paths.quizResult())
    const rows = page.locator('tbody tr')
    const column = (name: string) => page.getByRole('columnheader', { name })
    await expect(rows).toHaveCount(10)
    await expect(column('Correct answers')).toHaveAttribute('aria-sort', 'descending')
    await expectForEverybody(page, 'results')
    const heading = column('Name').getByRole('button')
    await heading.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(site.url + paths.quizResult({ sort: 'name' }))
    await expect(column('Name')).toHaveAttribute('aria-sort', 'ascending')
    await expect(column('Correct answers')).not.toHaveAttribute('aria-sort')
    await expect(heading).toBeFocused()
    await page.keyboard.press(' ')
    await expect(column('Name')).toHaveAttribute('aria-sort', 'descending')
    await expect(page).toHaveURL(site.url + paths.quizResult({ sort: 'name', order: 'desc' }))
    for (const [name, sort] of [
      ['Phone', 'phone'],
      ['Total question', 'total_question'],
    ] as const) {
      await column(name).getByRole('button').click()
      await expect(page).toHaveURL(site.url + paths.quizResult({ sort }))
      await expect(column(name)).toHaveAttribute('aria-sort', name === 'Phone' ? 'ascending' : 'descending')
    }
    await page.getByLabel('Rows per page').selectOption('5')
    await expect(rows).toHaveCount(5)
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(site.url + paths.quizResult({ sort: 'total_question', size: 5, page: 2 }))
    await expect(page.getByRole('status').filter({ hasText: /^6 to 10 of/ })).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Rows per page')).toHaveValue('5')
    await page.goBack()
    await expect(page.getByRole('status').filter({ hasText: /^1 to 5 of/ })).toBeVisible()
    // The results of one olympiad: from its own page, and by choice.
    await page.goto(site.url + paths.olympiad(OLYMPIAD))
    await page.getByRole('link', { name: 'Results of the quiz' }).click()
    await expect(page).toHaveURL(site.url + paths.quizResult({ olympiad: OLYMPIAD }))
    const choice = page.getByRole('combobox', { name: /^Olympiad/ })
    await expect(choice).toHaveValue(OLYMPIAD)
    await expect(rows.first()).not.toContainText('Fixture olympiad')
    await choice.selectOption('All olympiads')
    await expect(page).toHaveURL(site.url + paths.quizResult())
    await expect(rows.first()).toContainText('Fixture olympiad')
    await page.goto(`${site.url}/quiz-result?olympiad=nowhere`)
    await expect(page).toHaveURL(site.url + paths.quizResult())
    // All of a row on a narrow phone, its score opposite the name.
    await page.setViewportSize({ width: 360, height: 800 })
    const [name, figure] = await Promise.all(
      [rows.first().getByRole('rowheader'), rows.first().getByRole('cell').nth(1)].map((cell) => cell.boundingBox()),
    )
    expect(figure?.y).toBeCloseTo(name?.y ?? 0, 0)
    await expect(page.getByRole('heading', { level: 2, name: /^\d+ results$/ })).toBeVisible()
    const region = page.getByRole('region', { name: 'Quiz results, scrollable' })
    expect(await region.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    // Invalid parameters fall back to the default, and a page beyond the end to the last one.
    await page.goto(`${site.url}/quiz-result?sort=password&size=7&page=9999&order=up`)
    await expect(page).toHaveURL(/\/quiz-result\?page=\d+$/)
    await expect(rows.first()).toBeVisible()
  },
)

test('the thank-you page counts down, offers a calendar reminder, and leads home', async ({ site, page }) => {
  await page.clock.install({ time: new Date('2026-12-09T10:58:57Z') })
  await page.goto(site.url + paths.quizComplete())
  await ready(page)
  const timer = page.getByRole('timer')
  await expect(timer).toContainText(/366 days\s*01 hours/)
  await page.clock.fastForward(365 * 86_400_000)
  await expect(timer).toContainText(/01 days\s*01 hours\s*01 minutes/)
  await expect(page.getByText('Friday, 10 December 2027, at 12 noon')).toBeVisible()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'SEND ME EMAIL REMINDER' }).click()
  const saved = await file
  expect(saved.suggestedFilename()).toBe('quiz-results.ics')
  const text = fs.readFileSync(await saved.path(), 'utf8')
  expect(text).toContain('DTSTART:20271210T120000Z')
  expect(text.replace(/\r\n /g, '')).toContain(`URL:${site.url}/quiz-result`)
  await page.clock.fastForward('26:00:00')
  await expect(page.getByText('The results are out.')).toBeVisible()
  await expect(timer).toHaveCount(0)
  await expectForEverybody(page, 'a countdown that is over')
  await page.getByRole('link', { name: 'GO HOME' }).click()
  await expect(page).toHaveURL(`${site.url}/`)
})
