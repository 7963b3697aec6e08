import { describe, expect, it } from 'vitest'
import { cacheabilityOf, isOf } from './page-cache'

const calls = (...revisions: (string | null)[]) => ({ failed: false, revisions })

describe('a page is cached', () => {
  it.each([
    ['until the content changes, when all of it is of this revision', 200, calls('1'), '1', 'revision'],
    ['until the content changes, when it asked the API for nothing', 200, calls(), '1', 'revision'],
    ['until the content changes, when there is no such item', 404, calls('1'), '1', 'revision'],
    ['for a short time, when a part of it is about more than content', 200, calls('1', null), '1', 'brief'],
    ['for a short time, when the host knows no revisions', 200, calls(null), null, 'brief'],
    ['for a short time, when its shell does not say what it asked for', 200, undefined, '1', 'brief'],
    ['to nobody, when a part of it is of another revision', 200, calls('1', '2'), '2', 'none'],
    ['to nobody, when a call failed', 200, { failed: true, revisions: ['1'] }, '1', 'none'],
    ['to nobody, when it is a failure', 503, calls('1'), '1', 'none'],
  ] as const)('%s', (_, status, made, revision, life) => {
    expect(cacheabilityOf({ status, calls: made && { ...made, revisions: [...made.revisions] } }, revision)).toBe(life)
  })
})

describe('a page belongs to a revision', () => {
  it.each([
    ['when any part of it is', 200, calls('1', null), '1', true],
    ['also when another part could not be had', 200, { failed: true, revisions: ['1', null] }, '1', true],
    ['but not when it shows nothing else than a failure', 503, calls('1'), '1', false],
    ['but not when nothing in it is', 200, calls(null), '1', false],
    ['but not when its shell does not say', 200, undefined, '1', false],
    ['but not when nobody knows which there is', 200, calls(null), null, false],
  ] as const)('%s', (_, status, made, revision, expected) => {
    expect(isOf({ status, calls: made && { ...made, revisions: [...made.revisions] } }, revision)).toBe(expected)
  })
})
