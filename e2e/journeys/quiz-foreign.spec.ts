import { paths } from '@marram/api-contract/paths'
import { expectForEverybody } from '../fixtures/browser/for-everybody'
import { ready, watch } from '../fixtures/browser/watch'
import { documentOf } from '../fixtures/releases/variant'
import { BOTH, expect, test, VERIFY } from '../fixtures/test'

/** Responses of another host, by address; each test changes them. */
let answers: Record<string, unknown>

const questions = (count: number) =>
  Array.from({ length: count }, (_, i) => ({
    id: `q-${i}`,
    question: i === 1 ? '' : `Question ${i + 1} <b>?</b>`,
    option1: 'One',
    option2: i === 1 ? null : 'Two',
    ...(i === 1 ? {} : { option3: 'Three' }),
    ...(i === 2 ? { participation: { correct_answer: 'option3' } } : { answer: 'option2' }),
  }))

test.beforeEach(({ other }) => {
  other.api.answer = (path) => answers[path]
  answers = { '/api/olympiad/detail/big': { data: { slug: 'big', title: 'A big one' } } }
})

test('two hundred questions, missing texts, textual ids, and a host that refuses the answers', async ({
  page,
  other,
}) => {
  answers['/api/quiz/by-olympiad/big'] = { Data: questions(200) }
  answers['/api/quiz/submit'] = { code: 409, response: 'The quiz is closed', message: 'not this' }
  await page.clock.install()
  await page.goto(other.url + paths.quiz('big'))
  await ready(page)
  const fields = page.locator('main fieldset')
  await expect(fields).toHaveCount(200)
  await expect(fields.first()).toContainText('Question 1 <b>?</b>')
  await expect(fields.nth(1)).toContainText('A question without a text')
  await page.getByRole('button', { name: 'Show all at once' }).click()
  await fields.nth(1).getByLabel('Option 2 (without a text)').check()
  await fields.nth(2).getByLabel('Three').check()
  await expect(page.getByRole('region', { name: 'Progress' })).toContainText('2 of 200')
  await page.getByLabel('Name', { exact: true }).fill('Ada')
  await page.getByLabel('Phone', { exact: true }).fill('0123456789')
  await page.clock.pauseAt(Date.now() + 60_000)
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/quiz/submit'))
  await page.getByRole('button', { name: 'Submit answers' }).click()
  await page.getByRole('button', { name: 'Submit anyway' }).click()
  const request = await sent
  expect(request.headers()['idempotency-key']).toMatch(/^[\w-]{20,}$/)
  const records = request.postDataJSON() as unknown[]
  expect(records).toHaveLength(200)
  const by = { name: 'Ada', phone: '0123456789' }
  expect(records.slice(1, 4)).toEqual([
    { ...by, quiz: 'q-1', correct_status: 'true', selected_answer: 'option2' },
    { ...by, quiz: 'q-2', correct_status: 'true', selected_answer: 'option3' },
    { ...by, quiz: 'q-3', correct_status: 'false', selected_answer: null },
  ])
  const toast = page.locator('[role=alert]').filter({ hasText: 'Error!' })
  await expect(toast).toContainText('The quiz is closed')
  await page.clock.runFor(2900)
  await expect(page.getByRole('alert').filter({ hasText: 'There is a problem' })).toBeFocused()
  await expect(toast).toBeVisible()
  await page.clock.runFor(200)
  await expect(toast).toHaveCount(0)
  await expect(page.getByText('The quiz is closed')).toBeVisible()
  await expect(page.getByText('Correct answer', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Submit answers' })).toBeEnabled()

  // Once the host accepts them, a participant whom it does not know sees a page that explains it.
  answers['/api/quiz/submit'] = { code: 200 }
  await page.getByRole('button', { name: 'Submit answers' }).click()
  await page.getByRole('button', { name: 'Submit anyway' }).click()
  await expect(page.getByText('There are no answers under this name and phone number.')).toBeVisible()
})

test(
  'a response in another shape is read in full, and a refused score is not shown on the page',
  VERIFY,
  async ({ page, other }) => {
    const [name, phone] = ['Zoë de Vries', '0123456789']
    const [right, , third] = questions(3)
    answers[`/api/quiz/participant/${name}/${phone}/submissions`] = {
      code: '200',
      Data: [
        { quiz: right, selected_answer: 'option2', correct_status: true },
        { name, phone, quiz: { ...right, option2: null }, selected_answer: 'option1', correct_status: 'False' },
        // The host does not report which option was right, nor whether this one was.
        { name, phone, quiz: third, selected_answer: 'option9', correct_status: '' },
        { name, quiz: null, selected_answer: null },
      ],
    }
    answers['/api/quiz/score'] = { code: 500, response: 'No scores today' }
    const { complaints } = await watch(page)
    await page.goto(other.url + paths.quizResponse(name, phone))
    await expect(page.getByRole('heading', { level: 1, name: 'Quiz response 1 of 4' })).toBeVisible()
    const answered = page.locator('main ol').last().getByRole('listitem')
    await expect(answered).toHaveCount(4)
    await expect(answered.nth(0)).toContainText(/Question 1 <b>\?<\/b>.*Your answer, correct.*Two/)
    await expect(answered.nth(1)).toContainText(/Your answer.*One.*Correct answer.*Option 2 \(without a text\)/)
    await expect(answered.nth(2)).toContainText(/Your answer.*None.*Correct answer.*It was not given to us/)
    await expect(answered.nth(3)).toContainText('A question without a text')
    await expect.poll(() => complaints.join('\n')).toContain('[marram] quiz-score: code 500')
    expect(other.api.asked.filter((line) => line === 'POST /api/quiz/score')).toHaveLength(1)
    // Reports contain no name or number.
    expect(complaints.join('\n')).not.toMatch(/Zoë|0123456789/)
    await expect(page.locator('[role=alert]').filter({ hasText: 'Error!' })).toHaveCount(0)
    await expect(page.getByText('No scores today')).toHaveCount(0)
    await expectForEverybody(page, 'a response of another host')
  },
)

test(
  'no quiz, no questions and no olympiad have different messages, and failed questions can be tried again',
  BOTH,
  async ({ page, other }) => {
    expect((await documentOf(other, paths.quiz('none'))).status).toBe(404)
    const without = await documentOf(other, paths.quiz('big'))
    expect([without.status, without.html.includes('This olympiad has no quiz')]).toEqual([200, true])
    answers['/api/quiz/by-olympiad/only-a-quiz'] = { code: 200, data: questions(1) }
    expect((await documentOf(other, paths.quiz('only-a-quiz'))).html).toContain('Question 1 &lt;b&gt;')

    answers['/api/olympiad/detail/late'] = { data: { slug: 'late', title: 'A late one' } }
    answers['/api/quiz/by-olympiad/late'] = { code: 500, message: 'Broken' }
    await page.goto(other.url + paths.quiz('late'))
    await ready(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A late one')
    await expect(page.getByRole('alert').filter({ hasText: 'We could not load the questions' })).toBeVisible()
    await expectForEverybody(page, 'questions that failed')
    answers['/api/quiz/by-olympiad/late'] = { code: 200, data: questions(1) }
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('main fieldset')).toHaveCount(1)
    answers['/api/olympiad/detail/broken'] = { code: 500 }
    answers['/api/quiz/by-olympiad/broken'] = { code: 500 }
    expect((await documentOf(other, paths.quiz('broken'))).status).toBe(503)
  },
)

test(
  'fifty thousand participants of a host without paging: fetched once, then sorted and paged in the browser',
  VERIFY,
  async ({ page, other }) => {
    const scores = Array.from({ length: 50_000 }, (_, i) => ({
      name: `Participant ${i}`,
      phone: String(7_000_000_000 + ((i * 7919) % 50_000)),
      correct_answers: String(i % 11),
      total_question: 10,
    }))
    answers['/api/quiz/score/list'] = { Data: scores }
    const { complaints } = await watch(page)
    await page.goto(other.url + paths.quizResult({ sort: 'name' }))
    const names = page.locator('tbody th')
    await expect(names).toHaveText(scores.slice(0, 10).map(({ name }) => name))
    await expect(page.getByText('1 to 10 of 50,000')).toBeVisible()
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(names.first()).toHaveText('Participant 10')
    await page.getByRole('button', { name: 'Phone' }).click()
    await expect(page.locator('tbody td').first()).toHaveText('7000000000')
    await page.getByRole('button', { name: 'Phone' }).click()
    await expect(page.locator('tbody td').first()).toHaveText('7000049999')
    expect(other.api.asked.filter((line) => line.includes('/api/quiz/score/list'))).toHaveLength(1)
    // Numbers in words are reported to operators, and so is the missing teaser of the footer.
    expect(complaints.filter((words) => !words.includes('[marram]'))).toEqual([])
    answers['/api/quiz/score/list'] = { code: 200, data: [] }
    await page.goto(other.url + paths.quizResult())
    await expect(page.getByText('Nothing to show.')).toBeVisible()
    await expectForEverybody(page, 'no results')
    other.api.isDown = true
    await page.reload()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  },
)
