import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fillPath, messageOf } from './endpoint'

describe('the address of a call', () => {
  it('keeps the path as written when there is nothing to fill in', () => {
    expect(fillPath('/api/gallery/')).toBe('/api/gallery/')
  })

  it('encodes each value, so that none can become a path or a query', () => {
    expect(fillPath('/api/form/detail/{id}', { id: 'a/b?c=d#e' })).toBe('/api/form/detail/a%2Fb%3Fc%3Dd%23e')
  })

  it.each([{}, { slug: '' }])('refuses %j without a name', (params) => {
    expect(() => fillPath('/api/news/detail/{slug}', params as Record<string, string>)).toThrow('needs slug')
  })

  it('reaches the same call whatever a visitor enters as a name', () => {
    const name = fc.oneof(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.constantFrom('.', '..', '%2e', '../..', '\\..'),
    )
    fc.assert(
      fc.property(name, (slug) => {
        const { pathname, search } = new URL(
          fillPath('/api/news/detail/{slug}/more', { slug }),
          'https://marram.example',
        )
        expect(pathname).toMatch(/^\/api\/news\/detail\/[^/]+\/more$/)
        expect(search).toBe('')
      }),
    )
  })
})

describe('the message of a response', () => {
  it.each([
    [{ response: 'Sent.', message: 'ok' }, 'Sent.'],
    [{ response: '', message: 'ok' }, 'ok'],
    [{ response: { a: 1 }, message: 'ok' }, 'ok'],
    [{ message: 5 }, undefined],
    [null, undefined],
    ['text', undefined],
  ])('of %j is %j', (body, message) => {
    expect(messageOf(body)).toBe(message)
  })
})
