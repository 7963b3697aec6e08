import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { preloadsOfLargestPicture, withoutPreloadsOf } from './largest-picture'

const preload = { rel: 'preload', as: 'image', fetchpriority: 'high' }

it('names each of two pictures for the windows that show it', () => {
  const page = (
    <picture>
      <source media="(width < 47.5em)" srcSet="/tall.svg" width={780} height={1560} />
      <img src="/wide.svg" alt="" fetchPriority="high" />
    </picture>
  )
  expect(preloadsOfLargestPicture(renderToString(page))).toEqual([
    { ...preload, href: '/tall.svg', media: '(width < 47.5em)' },
    { ...preload, href: '/wide.svg', media: 'not (width < 47.5em)' },
  ])
})

it('names one that stands alone, and leaves one of several copies to React', () => {
  const html = renderToString(
    <main>
      <img src="/logo.svg" alt="" loading="lazy" />
      <img src="/media/dune.svg" alt="" fetchPriority="high" />
    </main>,
  )
  const preloads = preloadsOfLargestPicture(html)
  expect(preloads).toEqual([{ ...preload, href: '/media/dune.svg' }])
  expect(html).toContain('<link rel="preload"')
  expect(withoutPreloadsOf(preloads, html)).toMatch(/^<main>.*<\/main>$/)
  const drawn = renderToString(<img src="data:image/svg+xml,x" alt="" fetchPriority="high" />)
  expect(preloadsOfLargestPicture(drawn)).toEqual([])
  const copies = renderToString(<img src="/a.jpg" srcSet="/a.480.webp 480w" alt="" fetchPriority="high" />)
  expect(copies).toContain('<link rel="preload" as="image" imageSrcSet="/a.480.webp 480w"')
  expect(preloadsOfLargestPicture(copies)).toEqual([])
  expect(withoutPreloadsOf(preloads, copies)).toBe(copies)
})

it('names none where it does not know which one is shown', () => {
  const copies = (
    <picture>
      <source media="(width < 47.5em)" srcSet="/a.480.webp 480w, /a.960.webp 960w" />
      <img src="/a.jpg" alt="" fetchPriority="high" />
    </picture>
  )
  expect(preloadsOfLargestPicture(renderToString(copies))).toEqual([])
  const avif = <source type="image/avif" srcSet="/a.avif" />
  const webp = <source type="image/webp" srcSet="/a.webp" />
  for (const sources of [avif, [avif, webp]]) {
    const page = (
      <picture>
        {sources}
        <img src="/a.jpg" alt="" fetchPriority="high" />
      </picture>
    )
    expect(preloadsOfLargestPicture(renderToString(page))).toEqual([])
  }
})
