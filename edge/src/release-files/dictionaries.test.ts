import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { heldDictionary, useAsDictionary } from './dictionaries'

const DIGEST = 'pZGm1Av0IEBKARczz7exkNYsZb8LzaMrV7J32a2fFG4='

describe('a file', () => {
  it.each([
    ['browser/static/js/index.fb63de196e.js', 'browser/static/js/index.*.js'],
    ['browser/static/js/async/bl.152382bd0a.js', 'browser/static/js/async/bl.*.js'],
    ['browser/remoteEntry.js', 'browser/remoteEntry.js'],
    ['browser/static/css/index.0123456789.css', 'browser/static/css/index.*.css'],
    // No hash of ours.
    ['browser/a.fb63de.js', 'browser/a.fb63de.js'],
  ])('%s is the dictionary of the next version’s %s', (file, next) => {
    const match = `match="/releases/files/mfe-content/*/${next}", id="1.2.0-next.3/${file}"`
    expect(useAsDictionary('mfe-content', '1.2.0-next.3', file)).toBe(match)
    const [, pathname] = /match="([^"]*)"/.exec(match) ?? []
    // As a browser reads it.
    const pattern = new RegExp(`^${pathname?.replaceAll('.', '\\.').replaceAll('*', '.*')}$`)
    expect(`/releases/files/mfe-content/9.9.9/${file.replace(/[0-9a-f]{10}/, 'aaaaaaaaaa')}`).toMatch(pattern)
    expect(`/releases/files/mfe-events/9.9.9/${file}`).not.toMatch(pattern)
  })

  it.each([
    'browser/:v.js',
    'browser/a(1).js',
    'browser/a*.js',
    'browser/a"b.js',
    'browser/ü.js',
    `browser/${'a'.repeat(900)}.js`,
  ])('%s is none: its name would mean something else there', (file) =>
    expect(useAsDictionary('mfe-content', '1.0.0', file)).toBeUndefined(),
  )
})

describe('a request', () => {
  it('names what its browser holds as the response before named it', () => {
    const name = fc.stringMatching(/^[\w.-]{1,20}$/)
    fc.assert(
      fc.property(name, name, (folder, last) => {
        const file = `browser/${folder}/${last}`
        const [, id] = /id=(.*)$/.exec(useAsDictionary('shell', '1.0.0', file) ?? '') ?? []
        const headers = { 'available-dictionary': `:${DIGEST}:`, 'dictionary-id': id }
        expect(heldDictionary(headers)).toEqual({ digest: DIGEST, version: '1.0.0', file })
      }),
    )
  })

  it.each([
    [`:${DIGEST}:`, undefined],
    [undefined, '"1.0.0/browser/a.js"'],
    [DIGEST, '"1.0.0/browser/a.js"'],
    [':c2hvcnQ=:', '"1.0.0/browser/a.js"'],
    [`:${DIGEST}:`, '1.0.0/browser/a.js'],
    [`:${DIGEST}:`, '"1.0.0"'],
    [`:${DIGEST}:`, '"/browser/a.js"'],
    [`:${DIGEST}:`, '"some page"'],
  ])('with %s and %s has none of ours', (digest, id) => {
    const headers = { 'available-dictionary': digest, 'dictionary-id': id }
    expect(heldDictionary(headers)).toBeUndefined()
  })

  it('may say anything', () => {
    const text = fc.option(fc.oneof(fc.string(), fc.constant(`:${DIGEST}:`)), { nil: undefined })
    fc.assert(
      fc.property(text, text, (digest, id) => {
        const held = heldDictionary({ 'available-dictionary': digest, 'dictionary-id': id })
        expect(held === undefined || (held.digest.length === 44 && held.version !== '')).toBe(true)
      }),
    )
  })
})
