import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { preloadsOfLargestPicture } from './largest-picture'

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

it('leaves one that stands alone to React, which names it itself', () => {
  const html = renderToString(
    <main>
      <img src="/logo.svg" alt="" loading="lazy" />
      <img src="/media/dune.svg" alt="" fetchPriority="high" />
    </main>,
  )
  expect(html.match(/<link rel="preload"[^>]*>/g)).toEqual([expect.stringContaining('href="/media/dune.svg"')])
  expect(preloadsOfLargestPicture(html)).toEqual([])
})

it('names none where it does not know which one is shown', () => {
  const copies = (
    <picture>
      <source media="(width < 47.5em)" srcSet="/a.480.webp 480w, /a.960.webp 960w" />
      <img src="/a.jpg" alt="" fetchPriority="high" />
    </picture>
  )
  expect(preloadsOfLargestPicture(renderToString(copies))).toEqual([])
  const page = (
    <picture>
      <source type="image/avif" srcSet="/a.avif" />
      <img src="/a.jpg" alt="" fetchPriority="high" />
    </picture>
  )
  expect(preloadsOfLargestPicture(renderToString(page))).toEqual([])
})
