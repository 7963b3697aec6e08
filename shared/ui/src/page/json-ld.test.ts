import { configure } from '@marram/sdk/configuration'
import { beforeEach, describe, expect, it } from 'vitest'
import { article, breadcrumbs, event, type Thing } from './json-ld'

const origin = 'https://marram.example'
beforeEach(() => configure({ apiBase: '', mediaHost: '', origin }))

const text = {
  title: 'The winter the dunes came back',
  summary: 'Four metres in one winter.',
  image: '/media/news/dunes.0123abcdef.svg',
  date: '2026-11-02',
}
const occasion = {
  title: 'First Light Run',
  summary: 'Eight kilometres along the tide line.',
  image: '/media/sports/run.0123abcdef.svg',
  date_from: '2026-12-27',
  date_to: '2026-12-28',
  place: 'Sallow Point car park',
}

/** The fields that Google's documentation requires or, for articles, reads, as paths into the object. */
const wanted: Record<string, string[]> = {
  Article: ['headline', 'image', 'datePublished', 'author.@type', 'author.name', 'author.url'],
  Event: ['name', 'startDate', 'location.@type', 'location.name', 'location.address'],
}
const at = (thing: unknown, path: string) =>
  path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], thing)
const missing = (thing: Thing) => wanted[thing['@type']]?.filter((path) => !at(thing, path))

/** Every address in it, to be followed by machines that know no other page. */
function addresses(value: unknown): string[] {
  if (typeof value === 'string') return /^(?:\/|https?:)/.test(value) ? [value] : []
  return typeof value === 'object' && value ? Object.values(value).flatMap(addresses) : []
}

describe('an article', () => {
  it('has the fields that search engines read', () => {
    const thing = article(text, '/news/details/dunes')
    expect(missing(thing)).toEqual([])
    expect(thing).toMatchObject({
      '@type': 'Article',
      headline: text.title,
      description: text.summary,
      image: [`${origin}${text.image}`],
      datePublished: '2026-11-02',
      author: { '@type': 'Organization', name: 'Marram', url: `${origin}/` },
      mainEntityOfPage: `${origin}/news/details/dunes`,
    })
  })

  it('leaves out fields that another API host does not send', () => {
    const thing = article({ title: 'Dunes', summary: '', image: '', date: '' }, '/news/details/dunes')
    expect(Object.values(thing)).not.toContain('')
    expect(Object.keys(thing)).not.toEqual(expect.arrayContaining(['image']))
    expect(Object.keys(thing)).not.toEqual(expect.arrayContaining(['datePublished']))
  })
})

describe('an event', () => {
  it('has the fields that search engines require, and no price that was not set', () => {
    const thing = event(occasion, '/sports-details/first-light-run') as Thing
    expect(missing(thing)).toEqual([])
    expect(thing).toMatchObject({
      '@type': 'Event',
      name: 'First Light Run',
      startDate: '2026-12-27',
      endDate: '2026-12-28',
      eventStatus: 'https://schema.org/EventScheduled',
      location: { '@type': 'Place', name: 'Sallow Point car park' },
      organizer: { '@type': 'Organization', name: 'Marram' },
      url: `${origin}/sports-details/first-light-run`,
    })
    expect(thing).not.toHaveProperty('offers')
  })

  it('with one day ends on that day', () => {
    expect(event({ ...occasion, date_to: '' }, '/x')).toMatchObject({ endDate: '2026-12-27' })
    expect(event({ ...occasion, date_to: '2026-01-01' }, '/x')).toMatchObject({ endDate: '2026-12-27' })
  })

  it.each([
    ['where', { ...occasion, place: undefined }],
    ['when', { ...occasion, date_from: '' }],
  ])('is left out when %s is unknown', (_, unknown) => {
    expect(event(unknown, '/x')).toBeUndefined()
  })
})

describe('the breadcrumb of a page', () => {
  it('numbers its levels, and has no address for the page itself', () => {
    const thing = breadcrumbs(
      [
        { title: 'Home', to: '/' },
        { title: 'News', to: '/news' },
      ],
      'Dunes',
    )
    expect(thing).toEqual({
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Home', item: `${origin}/` },
        { '@type': 'ListItem', position: 2, name: 'News', item: `${origin}/news` },
        { '@type': 'ListItem', position: 3, name: 'Dunes' },
      ],
    })
  })
})

describe('addresses', () => {
  it('are absolute: those of this site have its origin, others stay', () => {
    const things = [
      article(text, '/a'),
      article({ ...text, image: 'https://other.example/a.png' }, '/a'),
      event(occasion, '/b'),
      breadcrumbs([{ title: 'Home', to: '/' }], 'B'),
    ]
    const found = things.flatMap(addresses)
    expect(found.filter((each) => !/^https:\/\/(marram\.example|schema\.org|other\.example)\//.test(each))).toEqual([])
    expect(found).toContain('https://other.example/a.png')
  })

  it('of pictures have their own host when there is one', () => {
    configure({ apiBase: '', mediaHost: 'https://api.example', origin })
    expect(article({ ...text, image: 'uploads/a.png' }, '/a')).toMatchObject({
      image: ['https://api.example/uploads/a.png'],
    })
  })
})
