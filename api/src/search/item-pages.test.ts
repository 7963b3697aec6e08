import type { ItemPage } from '@marram/api-contract/item-pages'
import { engines } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app'

describe.each(engines)('the pages of all items ($name)', (engine) => {
  let test: TestApp
  let pages: ItemPage[]
  beforeAll(async () => {
    test = await openTestApp(engine)
    pages = (await test.app.inject('/api/pages')).json().data
  })
  afterAll(() => test?.close())
  const page = (url: string) => pages.find((each) => each.url === url)

  it('have each address once', () => {
    const urls = pages.map(({ url }) => url)
    expect(new Set(urls).size).toBe(urls.length)
    expect(urls.length).toBeGreaterThan(60)
  })

  it('have the day on which a text was published, and none for an event', () => {
    expect(page('/news/details/the-winter-the-dunes-came-back')?.date).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(page('/history/details/ridge-run-2026')?.date).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(page('/sports-details/first-light-run')).toEqual({ url: '/sports-details/first-light-run' })
  })

  it('include finished events, which no list of open events has', () => {
    expect(page('/sports-details/ridge-run')).toBeDefined()
  })

  it('leave out items that have no page of their own', () => {
    expect(pages.filter(({ url }) => /#|\/digital-media|\/courses/.test(url))).toEqual([])
  })
})
