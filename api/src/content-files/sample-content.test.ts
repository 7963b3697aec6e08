import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fieldKind } from '@marram/api-contract/forms'
import { type Drawing, draw, drawing } from '@marram/artwork/drawing'
import { expect, it } from 'vitest'
import { sampleContent, TODAY } from '../testing/sample-content'
import { readContentFolder } from './content-folder'

type Item = Record<string, unknown> & { slug: string; title: string; description: string; areas: string[] }

const read = await readContentFolder(sampleContent)
const named = (name: string) => read.find(({ collection }) => collection.name === name)?.items as Item[]
const slugs = (name: string) => named(name).map(({ slug }) => slug)
const isOver = ({ date_to }: Item) => `${date_to}` < TODAY
const all = read.flatMap(({ items }) => items as Item[])
const described = all.filter(({ description }) => typeof description === 'string')
const eventKinds = ['sports', 'olympiads', 'tickets', 'exhibitions', 'submissions', 'campaign-events']
const areas = ['home', 'sports', 'olympiad', 'tickets', 'exhibitions', 'submissions', 'courses', 'about-us']

it.each([
  ['main-news', 16],
  ['news', 16],
  ['publications', 12],
  ['publication-categories', 5],
  ['digital-media', 12],
  ['media-categories', 6],
  ['initiatives', 6],
  ['team', 8],
  ['donations', 1],
  ['sports', 6],
  ['olympiads', 4],
  ['tickets', 4],
  ['submissions', 4],
  ['campaign-events', 6],
  ['courses', 6],
  ['gallery', 10],
])('has enough of %s to fill its pages', (name, least) => {
  expect(named(name).length).toBeGreaterThanOrEqual(least)
})

it('has main news and history of every category, and something in every list', () => {
  const count = (name: string, category: string) => named(name).filter((item) => item.category === category).length
  for (const category of slugs('categories')) {
    expect(count('main-news', category), category).toBeGreaterThanOrEqual(2)
    expect(count('news', category), category).toBeGreaterThanOrEqual(4)
  }
  for (const category of slugs('publication-categories')) expect(count('publications', category)).toBeGreaterThan(0)
  for (const category of slugs('media-categories')) expect(count('digital-media', category)).toBeGreaterThan(0)
})

it('has olympiads with questions, including the one that is listed first', () => {
  const asked = (olympiad: string) => named('questions').filter((question) => question.olympiad === olympiad).length
  const full = slugs('olympiads').filter((slug) => asked(slug) >= 10)
  expect(full.length).toBeGreaterThanOrEqual(4)
  const [first] = named('olympiads')
    .filter((one) => !isOver(one))
    .sort((a, b) => (`${a.date_from}${a.slug}` < `${b.date_from}${b.slug}` ? -1 : 1))
  expect(full).toContain(first?.slug)
})

it('has events in every state that a page shows', () => {
  expect(named('exhibitions').filter((one) => !isOver(one)).length).toBeGreaterThanOrEqual(5)
  expect(named('exhibitions').filter(isOver).length).toBeGreaterThanOrEqual(3)
  for (const kind of eventKinds) {
    const coming = named(kind).filter((one) => !isOver(one))
    expect(coming.filter(({ open, form }) => open && form).length, `${kind} to register for`).toBeGreaterThan(0)
    expect(coming.filter(({ form }) => !form).length, `${kind} without a form`).toBeGreaterThan(0)
    expect(coming.filter(({ open }) => !open).length, `${kind} that are not open`).toBeGreaterThan(0)
  }
  expect(eventKinds.filter((kind) => named(kind).some(isOver)).length).toBeGreaterThanOrEqual(3)
})

it('fills every block of every area', () => {
  for (const area of areas) {
    for (const name of ['sponsors', 'reviews', 'gallery'])
      expect(named(name).filter((item) => item.areas.includes(area)).length, `${name} of ${area}`).toBeGreaterThan(1)
    for (const name of ['abouts', 'counters']) expect(slugs(name), name).toContain(area)
  }
})

it.each(['gallery', 'reviews'])('shows no item of the %s in two areas', (name) => {
  // The home page is not an area of its own: it shows something of each.
  for (const { slug, areas: shownIn } of named(name))
    expect(
      shownIn.filter((area) => area !== 'home'),
      slug,
    ).toHaveLength(1)
})

it('shows partners of its own in each area, and enough of them for the row to move', () => {
  const of = (area: string) => named('sponsors').filter((sponsor) => sponsor.areas.includes(area))
  for (const area of areas) {
    expect(of(area).length, area).toBeGreaterThan(5)
    for (const other of areas.filter((each) => each !== area))
      expect(of(area).filter((sponsor) => of(other).includes(sponsor)).length, `${area}, ${other}`).toBeLessThan(3)
  }
})

it('uses every kind of form field', () => {
  const kinds = named('forms').flatMap(({ submission_form }) => submission_form as { data_type: string }[])
  expect(new Set(kinds.map(({ data_type }) => data_type))).toEqual(new Set(fieldKind.options))
})

it('has forms that use all kinds of field, in different orders', () => {
  const orders = named('forms').map(({ submission_form }) => [
    ...new Set((submission_form as { data_type: string }[]).map(({ data_type }) => data_type)),
  ])
  const whole = orders.filter((kinds) => kinds.length === fieldKind.options.length)
  expect(new Set(whole.map(String)).size).toBeGreaterThanOrEqual(4)
  expect(new Set(orders.map(([first]) => first))).toEqual(new Set(fieldKind.options))
})

it('asks which event is meant in a form of several events', () => {
  const events = [...eventKinds, 'courses'].flatMap((kind) => named(kind).filter((item) => !isOver(item)))
  for (const { slug, submission_form } of named('forms')) {
    const own = events.filter(({ form }) => form === slug)
    if (own.length < 2) continue
    const fields = submission_form as { data_label: string; required?: boolean; options?: string[] }[]
    const which = fields.find(
      ({ data_label, required }) => required && /^Which (event|evening|exhibition|course)/.test(data_label),
    )
    expect(which, slug).toBeDefined()
    if (which?.options) expect(which.options, slug).toHaveLength(own.length)
  }
})

it('refers only to items that exist', () => {
  const targets: [field: string, from: string[], to: string][] = [
    ['form', [...eventKinds, 'courses'], 'forms'],
    ['category', ['main-news', 'news'], 'categories'],
    ['category', ['publications'], 'publication-categories'],
    ['category', ['digital-media'], 'media-categories'],
    ['olympiad', ['questions'], 'olympiads'],
  ]
  for (const [field, from, to] of targets)
    for (const item of from.flatMap(named))
      if (item[field]) expect(slugs(to), `${item.slug ?? item.id}: ${field}`).toContain(item[field])
})

it('has pages with short and long titles, and names with accents', () => {
  const lengths = (name: string) => named(name).map(({ title }) => title.length)
  for (const name of ['main-news', 'publications', 'courses', 'tickets', 'submissions']) {
    expect(Math.min(...lengths(name)), name).toBeLessThanOrEqual(20)
    expect(Math.max(...lengths(name)), name).toBeGreaterThanOrEqual(90)
  }
  const accent = /(?!\p{ASCII})\p{Script=Latin}/u
  const accented = (name: string, field = 'title') => named(name).filter((item) => accent.test(`${item[field]}`)).length
  expect(accented('team', 'name')).toBeGreaterThan(0)
  expect(accented('reviews', 'reviewer_name')).toBeGreaterThan(0)
  for (const name of ['news', 'tickets', 'exhibitions', 'submissions', 'courses'])
    expect(accented(name), name).toBeGreaterThan(0)
})

it('has no two titles that begin with the same four words', () => {
  // Services and categories are named after the parts of the site.
  const titled = read.filter(({ collection }) => !/^services$|categories$/.test(collection.name))
  const beginnings = titled.flatMap(({ items }) =>
    (items as Item[]).flatMap(({ title }) => (title ? [title.split(/\s+/).slice(0, 4).join(' ')] : [])),
  )
  expect(beginnings.filter((words, i) => beginnings.indexOf(words) !== i)).toEqual([])
})

it('uses only elements and attributes that reach the page', () => {
  // The allow-list of shared/ui, which the API may not import.
  const allowed = `p br hr h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote footer strong b em i u s sub sup small mark code
    pre abbr cite q span a img figure figcaption table caption thead tbody tfoot tr th td div`.split(/\s+/)
  const attributes = /^(?: (?:href|title|src|alt|width|height|scope|colspan|rowspan|lang|dir)="[^"<>]*")*$/
  for (const { slug, description } of described) {
    const open: string[] = []
    for (const [tag, slash, name = '', rest] of description.matchAll(/<(\/?)([^\s>]*)([^>]*)>/g)) {
      expect(allowed, `${slug}: ${tag}`).toContain(name)
      expect(rest, `${slug}: ${tag}`).toMatch(attributes)
      if (slash) expect(open.pop(), `${slug}: ${tag}`).toBe(name)
      else if (!['br', 'hr', 'img'].includes(name)) open.push(name)
    }
    expect(description.replaceAll(/<[^>]*>|&(?:\w+|#\d+);/g, ''), slug).not.toMatch(/[<>&]/)
    expect(open, slug).toEqual([])
  }
})

it('links from texts only to items and pictures that exist', async () => {
  const pictures = all.flatMap((item) => Object.values(item)).filter((value) => `${value}`.startsWith('media/'))
  for (const { slug, description } of described) {
    for (const [, item] of description.matchAll(/href="\/[^"]*details\/([^"]*)"/g))
      expect(
        all.map((one) => one.slug),
        slug,
      ).toContain(item)
    for (const [, file = ''] of description.matchAll(/src="\/(media\/[^"]*)"/g)) {
      // A file that is named by its content keeps its name, and is there if an item shows it.
      expect(pictures, slug).toContain(file)
      const bytes = await readFile(join(sampleContent, file))
      expect(file).toContain(`.${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}.`)
    }
  }
})

const drawnOrTaken = (item: Item) =>
  Object.values(item).flatMap((value) => {
    const asked = drawing.safeParse(value)
    if (asked.success) return [draw(asked.data as Drawing, item.slug)]
    return typeof value === 'string' && value.startsWith('media/') ? [value] : []
  })

it.each(
  read
    .map(({ collection, items }) => ({ name: collection.name, pictures: (items as Item[]).flatMap(drawnOrTaken) }))
    .filter(({ pictures }) => pictures.length > 0),
)('shows no picture twice in $name', ({ pictures }) => {
  expect(new Set(pictures).size).toBe(pictures.length)
})

it.each(read.map(({ collection, items }) => ({ name: collection.name, items: items as Item[] })))(
  'shows each object and each sponsor’s mark once in $name',
  ({ items }) => {
    const values = items.flatMap((item) => Object.values(item)) as { object?: string; mark?: string; scene?: string }[]
    for (const kind of ['object', 'mark'] as const) {
      const names = values.flatMap((value) => (typeof value === 'object' && value?.[kind]) || [])
      expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
    }
  },
)

it('shows no drawing on a card that glares in the dark theme or contains letters of a font', async () => {
  const cards = read.flatMap(({ items }) => items as Item[])
  for (const { slug, title, image } of cards) {
    const asked = drawing.safeParse(image)
    const svg = asked.success
      ? draw(asked.data as Drawing, slug)
      : /^media\/.*\.svg$/.test(`${image}`) && (await readFile(join(sampleContent, `${image}`), 'utf8'))
    if (!svg) continue
    const isNight = asked.success && 'hour' in asked.data && asked.data.hour === 'night'
    expect(isNight || svg.includes('prefers-color-scheme:dark'), slug ?? title).toBe(true)
    expect(svg, slug ?? title).not.toContain('<text')
  }
})

it('shows a different subject at the head of every event', () => {
  const heads = eventKinds.flatMap(named).map(({ slug, image }) => [slug, Object.keys(image as object)[0]])
  expect(heads.filter(([, kind]) => kind !== 'object')).toEqual([])
})

it.each(['sports', 'olympiad', 'tickets', 'exhibitions', 'submissions'])(
  'shows no object twice on the page of %s',
  (area) => {
    const events = area === 'olympiad' ? 'olympiads' : area
    const reported = area === 'tickets' ? ['sports', 'olympiad'] : [area]
    const shown = [
      // Only these two pages list what is over.
      ...named(events).filter((one) => /^(?:olympiad|exhibitions)$/.test(area) || !isOver(one)),
      ...named('news').filter(({ category }) => reported.includes(`${category}`)),
      ...named('gallery').filter(({ areas }) => areas.includes(area)),
    ]
    const objects = shown.flatMap(({ image }) => (image as { object?: string }).object ?? [])
    expect(objects.filter((name, i) => objects.indexOf(name) !== i)).toEqual([])
  },
)
