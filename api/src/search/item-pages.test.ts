import type { ContentItem } from '@marram/api-contract/item-pages'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app'

describe.each(engines)('all items of the content ($name)', (engine) => {
  let test: TestApp
  let items: ContentItem[]
  beforeAll(async () => {
    test = await openTestApp(engine)
    items = (await test.app.inject('/api/pages')).json().data
  })
  afterAll(() => test?.close())
  const item = (kind: string, slug: string) => items.find((each) => each.kind === kind && each.slug === slug)

  it('are each there once', () => {
    const all = items.map(({ kind, slug }) => `${kind} ${slug}`)
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(60)
  })

  it('have the day on which a text was published, and none for an event', () => {
    expect(item('main-news', 'the-winter-the-dunes-came-back')?.date).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(item('news', 'ridge-run-2026')?.date).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(item('sport', 'first-light-run')).toEqual({ kind: 'sport', slug: 'first-light-run' })
  })

  it('include finished events, which no list of open events has', () => {
    expect(item('sport', 'ridge-run')).toBeDefined()
  })
})
