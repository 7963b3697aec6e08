import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { discoveryDocument } from './discovery'
import { isForBrowsers, releaseManifest } from './release'
import { sectionDocument } from './section'

const digest = `sha384-${'A'.repeat(64)}`
const file = { size: 3, integrity: digest }
type Json = Record<string, unknown>

const section = { name: 'mfe-events', title: 'Events', host: '^1.0.0', paths: [{ pattern: '/sports/:slug' }] }
const withPattern = (pattern: unknown) => ({ ...section, paths: [{ pattern }] })

const release: Json = {
  format: 1,
  kind: 'section',
  name: 'mfe-events',
  version: '1.0.0',
  revision: null,
  title: 'Events',
  host: '^1.0.0',
  container: 'mfe_events_1_0_0',
  entry: 'browser/remoteEntry.js',
  expose: [],
  pages: [{ pattern: '/sports', files: ['browser/static/js/@sports~1.js'], needs: ['react'] }],
  requires: ['react'],
  server: 'server/index.js',
  files: { 'browser/remoteEntry.js': file, 'server/index.js': file },
}
const withFile = (name: string) => ({ ...release, files: { [name]: file } })

const reference = { version: '1.0.0', manifest: '/releases/files/shell/1.0.0/release.json', manifestIntegrity: digest }
const entry = {
  url: '/releases/files/shell/1.0.0/entry.js',
  metadata: { version: '1.0.0', integrity: digest },
  deployment: { traffic: 100, default: true },
  extras: { ...reference, salt: 's', fallbacks: [reference] },
}
const discovery = (entries: Json[], part = 'shell') => ({ schema: 'x', microFrontends: { [part]: entries } })
const shared = (traffic: number, stable: boolean) => ({ ...entry, deployment: { traffic, default: stable } })

describe('the declaration of a section', () => {
  const link = { slot: 'more', title: 'Sports', path: '/sports' }
  it.each<[string, Json[], boolean]>([
    ['a page of its own', [link], true],
    ['a letter that joins with others', [{ ...link, title: 'Été à la mer' }], true],
    ['more than two', [link, link, link], false],
    ['a page of another section', [{ ...link, path: '/news' }], false],
    ['a pattern', [{ ...link, path: '/sports/:slug' }], false],
    ['an address elsewhere', [{ ...link, path: '//evil.example' }], false],
    ['a title without end', [{ ...link, title: 'x'.repeat(25) }], false],
    ['no title', [{ ...link, title: '' }], false],
    ['a title that is not seen', [{ ...link, title: '\u00a0' }], false],
    ['a title that turns the text around', [{ ...link, title: 'a\u202eb' }], false],
    ['a slot that is none', [{ ...link, slot: '__proto__' }], false],
  ])('may have in the navigation %s: %j', (_, navigation, taken) => {
    const paths = [{ pattern: '/sports' }, { pattern: '/sports/:slug' }]
    expect(sectionDocument.safeParse({ ...section, paths, navigation }).success).toBe(taken)
  })

  it('names lists of the API whose items have their own page', () => {
    const isTaken = (list: string, page: string) =>
      sectionDocument.safeParse({ ...section, sitemap: [{ list, page }] }).success
    expect(isTaken('/api/sports/open', '/sports/:slug')).toBe(true)
    const path = fc.oneof(fc.webPath(), fc.constantFrom('/api/../x', '/api/a?b', '//api/x', '/API/x', '/api/{slug}'))
    fc.assert(
      fc.property(
        fc.oneof(path, fc.constant('/api/sports')),
        fc.oneof(path, fc.constant('/sports/:slug')),
        (list, page) => {
          if (!isTaken(list, page)) return
          expect(new URL(`http://api.invalid${list}`).href).toBe(`http://api.invalid${list}`)
          expect([list.startsWith('/api/'), page]).toEqual([true, '/sports/:slug'])
        },
      ),
    )
  })

  it.each<[string, Json, boolean]>([
    ['its own items', {}, true],
    ['items on one page', { page: '/sports' }, true],
    ['a page of another section', { page: '/news/:slug' }, false],
    ['another address of the API', { list: '/api/../x' }, false],
    ['a kind that is no word', { kind: 'a&b' }, false],
    ['a title of several lines', { title: 'Sports\nX:y' }, false],
  ])('may have in a calendar %s', (_, change, taken) => {
    const items = { list: '/api/sports/open', kind: 'sports', title: 'Sports', page: '/sports/:slug', ...change }
    const paths = [{ pattern: '/sports' }, { pattern: '/sports/:slug' }]
    const isTaken = (file: string, lists = [items]) =>
      sectionDocument.safeParse({ ...section, paths, calendar: { file, lists } }).success
    expect(isTaken('/events.ics')).toBe(taken)
    for (const file of ['/events', 'events.ics', '/a/b.ics', '/api/x.ics', '//evil.ics', '/Events.ics', '/.ics'])
      expect(isTaken(file), file).toBe(false)
    expect(isTaken('/events.ics', Array(21).fill(items))).toBe(false)
  })

  it('names its stored data to clear on logout, and none of the site itself', () => {
    const isTaken = (prefix: string) =>
      sectionDocument.safeParse({ ...section, keptUntilLogout: { storagePrefixes: [prefix], databases: [] } }).success
    expect(isTaken('marram:draft:')).toBe(true)
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('', 'marram:', 'access_token', 'marram:token-since')),
        (prefix) => {
          if (isTaken(prefix))
            expect('access_token refresh_token loggedIn marram:token-since marram:theme').not.toContain(prefix)
        },
      ),
    )
  })

  it('is accepted when it is valid', () => {
    expect(sectionDocument.safeParse(section).success).toBe(true)
    expect(sectionDocument.safeParse(withPattern('/')).success).toBe(true)
  })

  it.each([
    ['/api'],
    ['/api/news'],
    ['/releases/files'],
    ['/console'],
    ['/healthz'],
    ['/media/x'],
    ['/sitemap.xml'],
    ['/robots.txt'],
    ['/rss.xml'],
    ['/events.ics'],
    ['sports'],
    ['/sports/'],
    ['//sports'],
    ['/sports/*'],
    ['/sports/:slug?'],
    ['/../etc'],
    ['/./a'],
    ['/Sports'],
    ['/sports/:'],
    ['/sports/:1a'],
    ['/a b'],
    ['/a%2fb'],
    ['/a?b'],
    ['/a#b'],
    [''],
    [null],
  ])('cannot have the address %j', (pattern) => {
    expect(sectionDocument.safeParse(withPattern(pattern)).success).toBe(false)
  })

  it.each([
    ['a name that leaves its folder', { ...section, name: '../shell' }],
    ['a name with capitals', { ...section, name: 'Events' }],
    ['an empty title', { ...section, title: '' }],
    ['any host', { ...section, host: '*' }],
    ['a host range with a choice', { ...section, host: '^1.0.0 || ^2.0.0' }],
    ['no address', { ...section, paths: [] }],
    ['nothing', {}],
  ])('cannot contain %s', (_, given) => {
    expect(sectionDocument.safeParse(given).success).toBe(false)
  })
})

describe('the declaration of a release', () => {
  it('is accepted when it is valid', () => {
    expect(releaseManifest.safeParse(release).error).toBeUndefined()
  })

  it.each([
    ['../release.json'],
    ['a/../../b.js'],
    ['a/..'],
    ['./a.js'],
    ['/etc/passwd'],
    ['a//b.js'],
    ['a/'],
    ['a\\b.js'],
    ['C:/a.js'],
    ['https://elsewhere.example/a.js'],
    ['a b.js'],
    ['a%2e%2e.js'],
    ['a\n.js'],
    ['a.js?x'],
    [''],
  ])('cannot have the file %j', (name) => {
    expect(releaseManifest.safeParse(withFile(name)).success).toBe(false)
    expect(releaseManifest.safeParse({ ...release, entry: name }).success).toBe(false)
    expect(releaseManifest.safeParse({ ...release, server: name }).success).toBe(false)
  })

  it.each([
    ['a shorter digest', { ...release, files: { 'a.js': { size: 1, integrity: 'sha384-abc' } } }],
    ['another kind of digest', { ...release, files: { 'a.js': { size: 1, integrity: `sha256-${'A'.repeat(44)}` } } }],
    ['two digests', { ...release, files: { 'a.js': { size: 1, integrity: `${digest} ${digest}` } } }],
    ['a negative size', { ...release, files: { 'a.js': { size: -1, integrity: digest } } }],
    ['half a byte', { ...release, files: { 'a.js': { size: 1.5, integrity: digest } } }],
    ['a version that is a path', { ...release, version: '../1.0.0' }],
    ['a version with a slash behind it', { ...release, version: '1.0.0-a/b' }],
    ['an address of the edge', { ...release, pages: [{ pattern: '/api/x', files: [], needs: [] }] }],
    ['an unknown kind', { ...release, kind: 'widget' }],
    ['a later format', { ...release, format: 2 }],
    ['a shell without what a shell needs', { ...release, kind: 'shell' }],
  ])('cannot contain %s', (_, given) => {
    expect(releaseManifest.safeParse(given).success).toBe(false)
  })
})

it.each([
  ['browser/page.js', true],
  ['server/other.js', true],
  ['build/node.cjs', false],
  ['browser/page.js.map', false],
  ['browser/PAGE.JS.MAP', false],
])('browsers load %s of a release: %s', (file, expected) => {
  expect(isForBrowsers({ server: 'build/node.cjs' }, file)).toBe(expected)
})

describe('the discovery document', () => {
  it('is accepted when it is valid', () => {
    expect(discoveryDocument.safeParse(discovery([entry])).error).toBeUndefined()
    expect(discoveryDocument.safeParse(discovery([shared(90, true), shared(10, false)])).success).toBe(true)
  })

  it.each([
    ['traffic of less than everybody', discovery([shared(99, true)])],
    ['traffic of more than everybody', discovery([shared(100, true), shared(1, false)])],
    ['negative traffic', discovery([shared(110, true), shared(-10, false)])],
    ['no default', discovery([shared(100, false)])],
    ['two defaults', discovery([shared(50, true), shared(50, true)])],
    ['a part without entries', discovery([])],
    ['a part whose name is a path', discovery([entry], '../../shell')],
    ['a version that is a path', discovery([{ ...entry, extras: { ...entry.extras, version: '../../1.0.0' } }])],
    [
      'a fallback version that is a path',
      discovery([{ ...entry, extras: { ...entry.extras, fallbacks: [{ ...reference, version: '..' }] } }]),
    ],
    ['no digest', discovery([{ ...entry, metadata: { version: '1.0.0', integrity: '' } }])],
    ['no digest of the release', discovery([{ ...entry, extras: { ...entry.extras, manifestIntegrity: '' } }])],
    ['a script in an address', discovery([{ ...entry, url: 'javascript:alert(1)' }])],
    ['an address of whichever host', discovery([{ ...entry, url: '//elsewhere.example/entry.js' }])],
    ['an address from nowhere', discovery([{ ...entry, url: 'entry.js' }])],
    [
      'the API of the site as pages of a part',
      discovery([{ ...entry, extras: { ...entry.extras, pages: [{ pattern: '/api' }] } }]),
    ],
  ])('cannot contain %s', (_, given) => {
    expect(discoveryDocument.safeParse(given).success).toBe(false)
  })
})
