// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { section } from '../../section'
import { forgetDraft, keepDraft, readDraft, watchDraft } from './draft-store'

const DAY = 24 * 3_600_000
const draft = { at: 1000, key: 'k-1', answers: { Name: { kind: 'textfield' as const, value: 'Ada' } } }

beforeEach(() => localStorage.clear())
afterEach(() => void vi.restoreAllMocks())

describe('a draft', () => {
  it('is restored by its name, until it is deleted', () => {
    expect(keepDraft('a', draft)).toBe(true)
    expect([readDraft('a', 2000), readDraft('b', 2000)]).toEqual([draft, undefined])
    forgetDraft('a')
    expect(readDraft('a', 2000)).toBeUndefined()
  })

  it('is stored where a logout removes it', () => {
    keepDraft('a', draft)
    const { storagePrefixes } = section.keptUntilLogout
    for (const key of Object.keys(localStorage))
      expect(storagePrefixes.filter((prefix) => key.startsWith(prefix))).toHaveLength(1)
  })

  it('is removed after a month, whichever form is opened then', () => {
    keepDraft('old', draft)
    keepDraft('new', { ...draft, at: 10 * DAY })
    localStorage.setItem('marram:theme', 'dark')
    readDraft('another', 35 * DAY)
    expect(Object.keys(localStorage).sort()).toEqual(['marram:draft:new', 'marram:theme'])
  })

  it.each(['', 'null', '{', '{"at":1}', '{"at":1,"key":"k","answers":null}', '[]', '7'])(
    'is ignored when another program stored %s',
    (text) => {
      localStorage.setItem('marram:draft:a', text)
      expect(readDraft('a', 2000)).toBeUndefined()
    },
  )

  it('is deleted in a way that other tabs can distinguish from a log-out', () => {
    const done: unknown[][] = []
    const storage = {
      getItem: () => 'something',
      setItem: (...given: unknown[]) => done.push(['set', ...given]),
      removeItem: (...given: unknown[]) => done.push(['remove', ...given]),
    }
    vi.spyOn(globalThis, 'localStorage', 'get').mockReturnValue(storage as unknown as Storage)
    forgetDraft('a')
    expect(done).toEqual([
      ['set', 'marram:draft:a', 'forgotten'],
      ['remove', 'marram:draft:a'],
    ])
    const told: unknown[] = []
    const leaving = new AbortController()
    watchDraft('a', leaving.signal, (change) => told.push(change))
    const tell = (oldValue: string, newValue: string | null, key: string | null = 'marram:draft:a') =>
      dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }))
    tell('x', 'forgotten')
    tell('forgotten', null)
    tell('x', null)
    tell('x', JSON.stringify(draft))
    tell('x', null, 'marram:draft:b')
    leaving.abort()
    tell('x', null)
    expect(told).toEqual(['forgotten', 'removed', { saved: draft }])
  })

  it('shows a message when the browser stores nothing', () => {
    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('Access is denied', 'SecurityError')
    })
    expect(keepDraft('a', draft)).toBe(false)
    expect(readDraft('a')).toBeUndefined()
    expect(() => forgetDraft('a')).not.toThrow()
  })
})
