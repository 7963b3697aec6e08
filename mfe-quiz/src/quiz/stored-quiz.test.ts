// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { forgetQuiz, rememberView, restoreQuiz, storeQuiz, wantsAllAtOnce } from './stored-quiz'

const begun = { name: 'Ada', phone: '0123', chosen: { 7: 'option1' as const }, submitted: false }
const key = 'marram:quiz:sea'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(() => vi.unstubAllGlobals())

it('stores a quiz on the device until it is submitted, and then only in this tab', () => {
  expect(storeQuiz('sea', begun)).toBe(true)
  expect(restoreQuiz('sea')).toEqual(begun)
  expect(restoreQuiz('another')).toBeUndefined()
  storeQuiz('sea', { ...begun, submitted: true })
  expect(localStorage.getItem(key)).toBeNull()
  expect(restoreQuiz('sea')).toEqual({ ...begun, submitted: true })
  forgetQuiz('sea')
  expect(restoreQuiz('sea')).toBeUndefined()
})

it.each([
  ['no JSON', undefined],
  ['null', undefined],
  ['7', undefined],
  ['{}', { name: '', phone: '', chosen: {}, submitted: false }],
  [
    '{"name":{"a":1},"phone":3,"chosen":{"1":"option9","2":null,"3":"option3"},"submitted":"yes"}',
    { name: '', phone: '', chosen: { 3: 'option3' }, submitted: false },
  ],
  ['{"name":"Ada","chosen":"option1"}', { name: 'Ada', phone: '', chosen: {}, submitted: false }],
  ['{"clock":"1795449600000","at":-1}', { name: '', phone: '', chosen: {}, submitted: false }],
  [
    '{"clock":1795449600000,"at":1795449660000}',
    { name: '', phone: '', chosen: {}, submitted: false, clock: 1_795_449_600_000, at: 1_795_449_660_000 },
  ],
])('reads from %s only valid parts of a quiz', (text, quiz) => {
  localStorage.setItem(key, text)
  expect(restoreQuiz('sea')).toEqual(quiz)
})

it('reports when the browser stores nothing', () => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', { setItem: full })
  expect(storeQuiz('sea', begun)).toBe(false)
})

it('remembers for every quiz whether all questions are shown at once', () => {
  expect(wantsAllAtOnce()).toBe(false)
  rememberView(true)
  expect(wantsAllAtOnce()).toBe(true)
  rememberView(false)
  expect([wantsAllAtOnce(), localStorage.length]).toEqual([false, 0])
})
