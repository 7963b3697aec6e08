// @vitest-environment happy-dom

import { getOlympiad } from '@marram/api-contract/olympiads'
import type { QuizQuestion } from '@marram/api-contract/quiz'
import { call, get } from '@marram/sdk/api-client'
import { ApiError } from '@marram/sdk/api-error'
import { act, type ComponentProps, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Component, loader, QuizBody } from './quiz'
import { createQuizStore, QuizContext, useStoredQuiz } from './quiz-store'
import { restoreQuiz } from './stored-quiz'

vi.mock('@marram/sdk/api-client', () => ({ call: vi.fn(), get: vi.fn() }))

const question = (id: number): QuizQuestion => ({
  id,
  question: `Question ${id}?`,
  option1: 'One',
  option2: 'Two',
  option3: 'Three',
  answer: 'option2',
})
const two = [question(7), question(8)]

/** A quiz that is open. */
const now = { days: { first: '2026-11-02', last: '2027-01-29' }, today: '2026-11-23' }

type Visited = { questions: QuizQuestion[] } & Pick<ComponentProps<typeof QuizBody>, 'when' | 'none' | 'minutes'>

function Visit({ questions, ...rest }: Visited) {
  const [store] = useState(() => createQuizStore(questions))
  useStoredQuiz(store, 'sea')
  return (
    <QuizContext value={store}>
      <QuizBody slug="sea" failed={false} {...rest} />
    </QuizContext>
  )
}

let leave: () => void = () => {}

async function visit({ when = now, none = false, ...rest }: Partial<Visited> = {}) {
  const minutes = 'minutes' in rest ? rest.minutes : 30
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () =>
    root.render(
      <MemoryRouter>
        <Visit questions={none ? [] : two} when={when} none={none} minutes={minutes} />
      </MemoryRouter>,
    ),
  )
  leave = () => {
    act(() => root.unmount())
    document.body.innerHTML = ''
  }
}
const find = <T extends HTMLElement>(selector: string) => document.querySelector(selector) as T
const choose = (place: number, option: string) => act(async () => find(`#question-${place}-${option}`).click())
const type = (id: string, text: string) =>
  act(async () => {
    const input = find<HTMLInputElement>(`#${id}`)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
const send = () => act(async () => find('[type=submit]').click())
const press = (name: string) => {
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  if (!button) throw new Error(`There is no button “${name}”`)
  return act(async () => button.click())
}
const shown = () => [...document.querySelectorAll<HTMLElement>('fieldset:not([data-elsewhere])')].map(({ id }) => id)
const isChosen = (place: number, option: string) => find<HTMLInputElement>(`#question-${place}-${option}`).checked
/** The response arrives when the test calls the returned function. */
function held() {
  let answer: (given: unknown) => void = () => {}
  vi.mocked(call).mockImplementation(() => new Promise((resolve) => (answer = resolve)) as never)
  return () => act(async () => answer({ code: 200 }))
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  sessionStorage.clear()
  vi.mocked(call).mockReset()
  vi.mocked(get).mockReset()
})
afterEach(() => {
  leave()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('sends once however often the button is pressed, and is marked as sent afterwards', async () => {
  const arrive = held()
  await visit()
  await choose(1, 'option1')
  await choose(2, 'option2')
  await send()
  await send()
  await act(async () => find<HTMLFormElement>('form').requestSubmit())
  expect(call).toHaveBeenCalledTimes(1)
  expect(find('[type=submit]').textContent).toBe('Sending')
  expect(find('[type=submit]').getAttribute('aria-disabled')).toBe('true')
  expect(find('form').dataset.sent).toBeUndefined()
  await arrive()
  expect(find('form').dataset.sent).toBe('true')
  expect(restoreQuiz('sea')).toMatchObject({ submitted: true, chosen: { 7: 'option1', 8: 'option2' } })
  expect(localStorage.getItem('marram:quiz:sea')).toBeNull()
})

it('stores as marked a quiz that was sent by a visitor who has left the page meanwhile', async () => {
  const arrive = held()
  await visit()
  await choose(1, 'option1')
  await choose(2, 'option2')
  await send()
  leave()
  await arrive()
  expect(restoreQuiz('sea')).toMatchObject({ submitted: true, chosen: { 7: 'option1', 8: 'option2' } })
})

it.each(['before', 'after'])('loses no choice of a visitor who came back, %s the late success', async (when) => {
  const arrive = held()
  await visit()
  await choose(1, 'option1')
  await choose(2, 'option2')
  await send()
  leave()
  await visit()
  expect(isChosen(1, 'option1')).toBe(true)
  if (when === 'after') await arrive()
  await choose(1, 'option3')
  if (when === 'before') await arrive()
  leave()
  await visit()
  expect([isChosen(1, 'option3'), isChosen(2, 'option2')]).toEqual([true, true])
  expect(restoreQuiz('sea')?.submitted).toBe(false)
})

it('shows a message when the browser refuses to store the answers', async () => {
  await visit()
  expect(document.body.textContent).toContain('stay on this device')
  vi.stubGlobal('localStorage', {
    setItem() {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  await choose(1, 'option1')
  expect(document.body.textContent).toContain('Your browser keeps nothing for this site')
  expect(isChosen(1, 'option1')).toBe(true)
})

it.each([
  ['the questions', two, 2, ''],
  ['that there is no quiz, where the host says so by 404', new ApiError('answer', 404, 'No'), 0, 'has no quiz.'],
])('loads at the second attempt %s', async (_, second, fields, words) => {
  const olympiad = { title: 'Sea', image: '', date_from: '2026-01-01', date_to: '2999-12-31' }
  const answers = [new ApiError('answer', 500, 'Broken'), new ApiError('answer', 500, 'Broken'), second]
  vi.mocked(get).mockImplementation((async ({ path }: { path: string }) => {
    const answer = path === getOlympiad.path ? olympiad : answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  }) as never)
  const router = createMemoryRouter([{ path: '/:slug', loader, Component }], {
    initialEntries: ['/sea'],
  })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  leave = () => act(() => root.unmount())
  await act(async () => root.render(<RouterProvider router={router} />))
  for (let failures = 1; failures <= 2; failures++) {
    expect(find('[role=alert]').textContent).toContain('We could not load the questions')
    await act(async () => find('[role=alert] button').click())
  }
  expect(document.body.textContent).not.toContain('could not load')
  expect(document.querySelectorAll('fieldset')).toHaveLength(fields)
  expect(document.body.textContent).toContain(words)
})

it.each([
  ['...', '02079460112', 'dots alone cannot be found again'],
  ['Ada', '12345', 'Phone no must be 10 or 11 digits'],
])('sends nothing by %s with the phone no %s, and explains why', async (name, phone, words) => {
  await visit()
  await type('participant-name', name)
  await type('participant-phone', phone)
  await choose(1, 'option1')
  await choose(2, 'option2')
  await send()
  expect(call).not.toHaveBeenCalled()
  expect(find('[role=alert]').textContent).toContain(words)
  expect(document.title).toMatch(/^Error:/)
  await type('participant-name', 'Ada')
  await type('participant-phone', '02079460112')
  expect(document.querySelector('[aria-invalid]')).toBeNull()
  expect(document.body.textContent).not.toContain(words)
  expect(document.title).not.toContain('Error')
})

it('sends a phone no by its digits, however it was typed', async () => {
  const arrive = held()
  await visit()
  await type('participant-name', ' Me... ')
  await type('participant-phone', '+44 (0)20 7946-0112')
  await choose(1, 'option1')
  await choose(2, 'option2')
  await send()
  expect(vi.mocked(call).mock.calls[0]?.[1]?.body).toMatchObject([
    { name: 'Me...', phone: '02079460112' },
    { name: 'Me...', phone: '02079460112' },
  ])
  await arrive()
})

it.each([
  ['has not begun: it begins on 1 February 2027', { first: '2027-02-01', last: '2027-04-24' }],
  ['is over: it ended on 31 October 2026', { first: '2026-09-07', last: '2026-10-31' }],
])('shows that it %s, and has no fields', async (words, days) => {
  await visit({ when: { days, today: '2026-11-23' } })
  expect(document.body.textContent).toContain(`This quiz ${words}`)
  expect(document.querySelectorAll('form, input, fieldset')).toHaveLength(0)
})

it.each(['2020-06-12', '2999-06-12'])(
  'shows that an olympiad without questions has no quiz, also on %s',
  async (day) => {
    const olympiad = { title: 'The long bench', image: '', date_from: day, date_to: day }
    vi.mocked(get).mockImplementation((async ({ path }: { path: string }) =>
      path === getOlympiad.path ? olympiad : []) as never)
    const request = new Request('https://marram.example/olympiad/quiz/bench')
    const { when, none } = await loader({ params: { slug: 'bench' }, request } as never)
    await visit({ when, none })
    expect(document.body.textContent).toContain('This olympiad has no quiz.')
    expect(document.body.textContent).not.toMatch(/has not begun|is over/)
  },
)

it('shows a quiz that was answered in time as marked, also when it is over', async () => {
  const answered = { name: 'Ada', phone: '02079460112', chosen: { 7: 'option1' as const }, submitted: true }
  sessionStorage.setItem('marram:quiz:sea', JSON.stringify(answered))
  await visit({
    when: { days: { first: '2026-09-07', last: '2026-10-31' }, today: '2026-11-23' },
  })
  expect(isChosen(1, 'option1')).toBe(true)
  expect(document.body.textContent).not.toMatch(/Answer again|We kept your answers/)
})

it('shows one question at a time and moves focus, or all of them on request, here and later', async () => {
  await visit()
  expect(shown()).toEqual(['question-1'])
  await press('Next question')
  expect([shown(), document.activeElement?.id]).toEqual([['question-2'], 'question-2'])
  expect(() => press('Next question')).toThrow('no button')
  await press('Previous question')
  expect([shown(), document.activeElement?.id]).toEqual([['question-1'], 'question-1'])
  await press('Show all at once')
  expect(shown()).toEqual(['question-1', 'question-2'])
  leave()
  await visit()
  expect(shown()).toHaveLength(2)
  await press('Show one at a time')
  leave()
  await visit()
  expect(shown()).toEqual(['question-1'])
})

it('a question is reached by its number, which says whether it is answered', async () => {
  await visit()
  await choose(1, 'option2')
  const numbers = () => [...document.querySelectorAll('li button')].map((each) => each.getAttribute('aria-label'))
  expect(numbers()).toEqual(['Question 1, answered', 'Question 2, not answered'])
  await press('2')
  expect([shown(), document.activeElement?.id]).toEqual([['question-2'], 'question-2'])
  expect(find('[aria-current=step]').textContent).toBe('2')
})

it('shows all questions once they are marked', async () => {
  const arrive = held()
  await visit()
  await choose(1, 'option1')
  await choose(2, 'option2')
  await send()
  await arrive()
  expect(shown()).toEqual(['question-1', 'question-2'])
})

it('shows the unanswered question when the visitor goes back to it', async () => {
  await visit()
  await choose(1, 'option1')
  await send()
  expect(find('dialog').textContent).toContain('One question is not answered')
  await press('Go back')
  expect([shown(), document.activeElement?.id]).toEqual([['question-2'], 'question-2-option1'])
  expect(call).not.toHaveBeenCalled()
})

it('shows that earlier answers were restored, and from when, and deletes them on a fresh start', async () => {
  const at = new Date(2026, 10, 3, 14, 5).getTime()
  localStorage.setItem('marram:quiz:sea', JSON.stringify({ name: 'Ada', chosen: { 7: 'option1' }, at }))
  await visit()
  expect(document.body.textContent).toContain('We kept your answers from 3 November 2026 at 14:05.')
  expect(shown()).toEqual(['question-2'])
  vi.stubGlobal('confirm', () => false)
  await press('Start again')
  expect(isChosen(1, 'option1')).toBe(true)
  vi.stubGlobal('confirm', () => true)
  await press('Start again')
  expect([isChosen(1, 'option1'), find<HTMLInputElement>('#participant-name').value]).toEqual([false, ''])
  expect([localStorage.getItem('marram:quiz:sea'), document.activeElement?.id]).toEqual([null, 'participant-name'])
  expect(document.body.textContent).not.toContain('We kept')
  leave()
  await visit()
  expect(document.body.textContent).not.toContain('We kept')
})

it('shows this also for answers that were stored without a time', async () => {
  localStorage.setItem('marram:quiz:sea', JSON.stringify({ chosen: { 7: 'option1' } }))
  await visit()
  expect(document.body.textContent).toContain('We kept your answers.')
})

it.each([
  [undefined, []],
  [1, ['1 minute']],
  [45, ['45 minutes']],
])('shows for %s minutes once the time of the olympiad, and has no clock without any', async (minutes, said) => {
  await visit({ minutes })
  expect(document.body.textContent?.match(/\d+ minutes?/g) ?? []).toEqual(said)
  expect(document.body.textContent?.includes('the clock')).toBe(said.length > 0)
})

it.each([undefined, 45])('takes %s minutes only from the olympiad', async (quiz_minutes) => {
  const days = { date_from: '2026-01-01', date_to: '2999-12-31' }
  const olympiad = { title: 'Sea', image: '', ...days, ...(quiz_minutes && { quiz_minutes }) }
  vi.mocked(get).mockImplementation((async ({ path }: { path: string }) =>
    path === getOlympiad.path ? olympiad : two) as never)
  const request = new Request('http://localhost/olympiad/quiz/sea')
  expect((await loader({ params: { slug: 'sea' }, request } as never)).minutes).toBe(quiz_minutes)
})

it('counts the minutes once the clock is started, silently when hidden, and ends without a penalty', async () => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 23, 12), toFake: ['Date', 'setInterval', 'clearInterval'] })
  const pass = (seconds: number) => act(async () => void vi.advanceTimersByTime(seconds * 1000))
  const timer = () => document.querySelector('[role=timer]')?.textContent?.trim()
  await visit()
  await pass(60)
  expect(timer()).toBeUndefined()
  await press('Start the clock')
  expect(timer()).toBe('30:00 left')
  await pass(25 * 60 + 1)
  expect(timer()).toBe('4:59 left')
  expect(document.body.textContent).toContain('5 minutes left, or less.')
  await press('Hide the clock')
  expect(timer()).toBeUndefined()
  expect(document.body.textContent).not.toContain('or less')
  leave()
  await visit()
  expect(timer()).toBe('4:59 left')
  await pass(600)
  expect(timer()).toBe('0:00 left')
  expect(document.body.textContent).toContain('Nothing is lost')
  const arrive = held()
  await choose(1, 'option1')
  await choose(2, 'option2')
  await send()
  expect(call).toHaveBeenCalledTimes(1)
  await arrive()
  expect(timer()).toBeUndefined()
})
