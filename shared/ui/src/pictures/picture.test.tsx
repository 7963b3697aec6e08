import { configure } from '@marram/sdk/configuration'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import { Picture } from './picture'

afterEach(() => configure({ apiBase: '', mediaHost: '', origin: '' }))
const html = (src: string, sizes?: string) =>
  renderToStaticMarkup(<Picture src={src} width={900} height={700} sizes={sizes} />)
const srcset = (src: string) => /srcSet="([^"]*)"/i.exec(html(src))?.[1]?.split(', ')

describe('a picture', () => {
  it('offers the copies in its name, on the host of media, and the original to other browsers', () => {
    configure({ apiBase: '', mediaHost: 'https://media.example', origin: '' })
    const image = '/media/news/dune.w2400.0123abcdef.jpg'
    expect(srcset(image)).toEqual(
      [480, 960, 1440].map((width) => `https://media.example/media/news/dune.w2400.0123abcdef.${width}.webp ${width}w`),
    )
    expect(html(image)).toContain('src="https://media.example/media/news/dune.w2400.0123abcdef.jpg"')
    expect(html(image, '50vw')).toContain('sizes="50vw"')
    expect(html(image)).toContain('sizes="(min-width: 56.25em) 56.25em, 100vw"')
  })

  it.each([
    [481, [480, 481]],
    [1000, [480, 960, 1000]],
    [1440, [480, 960, 1440]],
  ])('of %i pixels offers no wider copy', (width, widths) => {
    const stem = `/media/dune.w${width}.0123abcdef`
    expect(srcset(`${stem}.png`)).toEqual(widths.map((each) => `${stem}.${each}.webp ${each}w`))
  })

  it.each([
    '/media/dune.0123abcdef.jpg',
    '/media/dune.0123abcdef.svg',
    '/media/dune.w1600.jpg',
    '/uploads/dune.w1600.0123abcdef.jpg',
    'https://cdn.example/media/dune.w1600.0123abcdef.jpg',
    'data:image/png;base64,AAAA',
  ])('without known copies offers none: %s', (image) => {
    expect(html(image)).not.toMatch(/srcset|sizes/i)
  })

  it('shows the whole subject of a drawing in a slot of any shape, if the drawing has such a view', () => {
    const src = (image: string, wide: boolean) =>
      /src="([^"]*)"/.exec(renderToStaticMarkup(<Picture src={image} width={9} height={7} wide={wide} />))?.[1]
    const drawing = 'https://media.example/media/sports/ridge-run.wide.0123abcdef.svg'
    expect(src(drawing, true)).toBe(`${drawing}#wide`)
    expect(src(drawing, false)).toBe(drawing)
    for (const other of ['.wide.0123abcdef.jpg', '.0123abcdef.svg', '.w1600.0123abcdef.jpg'])
      expect(src(`https://media.example/media/a${other}`, true)).toBe(`https://media.example/media/a${other}`)
  })

  it('reserves its space and loads lazily, unless it is on the first screen', () => {
    expect(html('/a.jpg')).toMatch(/width="900" height="700" loading="lazy"/)
    const first = renderToStaticMarkup(<Picture src="/a.jpg" width={9} height={7} first />)
    expect(first).toMatch(/loading="eager".*fetchPriority="high"/i)
  })
})
