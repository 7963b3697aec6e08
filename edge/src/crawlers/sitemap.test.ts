import { describe, expect, it } from 'vitest'
import { readXml } from '../testing/read-xml'
import { sitemapXml } from './documents'

const origin = 'https://marram.example'

describe('the sitemap', () => {
  it('names each page once with its absolute address, and its date of publication if known', () => {
    const { root, all, texts } = readXml(
      sitemapXml([{ url: '/' }, { url: '/news/details/a', date: '2026-11-02' }, { url: '/' }], origin),
    )
    expect([root.localName, root.namespaceURI]).toEqual(['urlset', 'http://www.sitemaps.org/schemas/sitemap/0.9'])
    expect(all('url').map((url) => [texts('loc', url), texts('lastmod', url)])).toEqual([
      [[`${origin}/`], []],
      [[`${origin}/news/details/a`], ['2026-11-02']],
    ])
  })

  it.each([
    ['2026-11-02T10:00:00Z', ['2026-11-02']],
    ['2 November 2026', []],
    ['2026-99-99', []],
    ['', []],
  ])('turns the date %j into %j', (date, lastmod) => {
    expect(readXml(sitemapXml([{ url: '/a', date }], origin)).texts('lastmod')).toEqual(lastmod)
  })

  it('stays XML whatever the addresses contain', () => {
    const url = '/a?b=1&c=<d>"\'\u0000\u001f\ufffe'
    expect(readXml(sitemapXml([{ url }], origin)).texts('loc')).toEqual([`${origin}/a?b=1&c=<d>"'`])
  })

  it('has no more pages than the format allows', () => {
    const pages = Array.from({ length: 50_010 }, (_, i) => ({ url: `/${i}` }))
    expect(sitemapXml(pages, origin).match(/<url>/g)).toHaveLength(50_000)
  })
})
