import { afterEach, describe, expect, it } from 'vitest'
import { configuration, configure, imageUrl } from './configuration'

const sent = { apiBase: '', mediaHost: 'https://media.example', origin: 'https://marram.example' }
afterEach(() => configure({ apiBase: '', mediaHost: '', origin: '' }))

describe('the address of a picture', () => {
  it.each([
    ['/media/dune.jpg', 'https://media.example/media/dune.jpg'],
    ['media/dune.jpg', 'https://media.example/media/dune.jpg'],
    ['https://other.example/a.jpg', 'https://other.example/a.jpg'],
    ['HTTPS://other.example/a.jpg', 'HTTPS://other.example/a.jpg'],
    ['//other.example/a.jpg', '//other.example/a.jpg'],
    ['data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
    ['', ''],
  ])('%j is %j', (value, url) => {
    configure(sent)
    expect(configuration()).toEqual(sent)
    expect(imageUrl(value)).toBe(url)
  })

  it('is on this site when no other host is configured', () => {
    expect(imageUrl('/media/dune.jpg')).toBe('/media/dune.jpg')
    expect(imageUrl('media/dune.jpg')).toBe('/media/dune.jpg')
  })
})
