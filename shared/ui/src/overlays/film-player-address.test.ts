import { expect, test } from 'vitest'
import { embedAddress, filmPage, outsidePlace } from './film-player-address'

test('a film plays from the host that the policy allows', () => {
  expect(embedAddress(' aB3-_9xYz01 ')).toBe('https://www.youtube-nocookie.com/embed/aB3-_9xYz01?autoplay=1&rel=0')
  expect(filmPage(' aB3-_9xYz01 ')).toBe('https://www.youtube.com/watch?v=aB3-_9xYz01')
})

test.each([null, undefined, '', '  ', '../watch', 'https://evil.example/', 'a b', 'id?list=x'])(
  '%j is not a film',
  (id) => {
    expect(embedAddress(id)).toBeUndefined()
    expect(filmPage(id)).toBeUndefined()
  },
)

test('an external page is named by its host', () => {
  const href = 'https://www.youtube.com/watch?v=dune'
  expect(outsidePlace(href)).toEqual({ href, host: 'youtube.com' })
})

test.each([null, '', '/digital-media', 'javascript:alert(1)', 'youtube.com/watch', 'https://'])(
  '%j is not an external page',
  (link) => {
    expect(outsidePlace(link)).toBeUndefined()
  },
)
