import { describe, expect, it } from 'vitest'
import { readXml } from '../testing/read-xml'
import { type FeedItem, feedXml } from './documents'

const origin = 'https://marram.example'
const places = { origin, mediaHost: '' }
const item = (date: string, more: Partial<FeedItem> = {}): FeedItem => ({
  title: `Of ${date}`,
  description: '<p>Words</p>',
  date,
  category: { title: 'Coast' },
  url: `/news/details/${date}`,
  ...more,
})

describe('the feed', () => {
  it('is RSS 2.0 and names its own address', () => {
    const { root, all, texts } = readXml(feedXml([], places))
    expect([root.localName, root.getAttribute('version')]).toEqual(['rss', '2.0'])
    const [channel] = all('channel')
    for (const name of ['title', 'link', 'description']) expect(texts(name, channel)[0], name).toBeTruthy()
    expect(texts('link')[0]).toBe(`${origin}/`)
    const [self] = all('atom:link')
    expect([self?.namespaceURI, self?.getAttribute('rel'), self?.getAttribute('href')]).toEqual([
      'http://www.w3.org/2005/Atom',
      'self',
      `${origin}/rss.xml`,
    ])
  })

  it('has the newest twenty, newest first', () => {
    const days = Array.from({ length: 25 }, (_, i) => `2026-11-${String(i + 1).padStart(2, '0')}`)
    const titles = readXml(
      feedXml(
        days.map((day) => item(day)),
        places,
      ),
    )
      .texts('title')
      .slice(1)
    expect(titles).toEqual(
      days
        .toReversed()
        .slice(0, 20)
        .map((day) => `Of ${day}`),
    )
  })

  it('shows for each item what, where and when', () => {
    const { all, texts } = readXml(feedXml([item('2026-11-02')], places))
    const [only] = all('item')
    const of = (name: string) => texts(name, only)[0]
    expect([of('link'), of('guid')]).toEqual(Array(2).fill(`${origin}/news/details/2026-11-02`))
    expect([of('pubDate'), of('category')]).toEqual(['Mon, 02 Nov 2026 00:00:00 GMT', 'Coast'])
  })

  it('leaves out what another API host does not send', () => {
    const { all, texts } = readXml(feedXml([item('soon', { category: { title: '' } })], places))
    expect(all('item')).toHaveLength(1)
    expect([texts('pubDate'), texts('category')]).toEqual([[], []])
  })

  it('has absolute links in its texts, and stays XML whatever is written in them', () => {
    const description = `<p>"A" &amp; <a href="/news">b</a> <img src='/media/c.svg'> <a href="//d.example/e">]]></a>\u0008`
    const { all, texts } = readXml(feedXml([item('2026-11-02', { description })], places))
    expect(texts('description', all('item')[0])).toEqual([
      `<p>"A" &amp; <a href="${origin}/news">b</a> <img src='${origin}/media/c.svg'> <a href="//d.example/e">]]></a>`,
    ])
  })

  it('has pictures when another API host has them, and leaves absolute addresses unchanged', () => {
    const elsewhere = { origin, mediaHost: 'https://api.example' }
    const description =
      '<img src="uploads/a.png"><img src="/b.png"><img src="data:image/png;base64,AA"><a href="#c">c</a>'
    const { all, texts } = readXml(feedXml([item('2026-11-02', { description })], elsewhere))
    expect(texts('description', all('item')[0])).toEqual([
      '<img src="https://api.example/uploads/a.png"><img src="https://api.example/b.png"><img src="data:image/png;base64,AA"><a href="#c">c</a>',
    ])
  })
})
