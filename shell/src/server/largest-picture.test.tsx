import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { preloadsOfLargestPicture } from './largest-picture'

const preload = { rel: 'preload', as: 'image', fetchpriority: 'high' }

it('names the picture that a page marks as its largest, and no other', () => {
  const page = (
    <main>
      <img src="/logo.svg" alt="" />
      <img className="art" src="/media/a%20b.svg?x=1&y=%22#wide" alt="" data-src="/other.svg" fetchPriority="high" />
      <img src="/second.svg" alt="" fetchPriority="high" />
    </main>
  )
  expect(preloadsOfLargestPicture(renderToString(page))).toEqual([{ ...preload, href: '/media/a%20b.svg?x=1&y=%22' }])
  expect(preloadsOfLargestPicture(renderToString(<img src="/logo.svg" alt="" />))).toEqual([])
})

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

it('leaves the choice among copies to the browser', () => {
  const copies = '/a.480.webp 480w, /a.960.webp 960w'
  const page = <img sizes="100vw" srcSet={copies} src="/a.jpg" alt="" fetchPriority="high" />
  expect(preloadsOfLargestPicture(renderToString(page))).toEqual([
    { ...preload, href: '/a.jpg', imagesrcset: copies, imagesizes: '100vw' },
  ])
})

it('names none where it does not know which one is shown', () => {
  const page = (
    <picture>
      <source type="image/avif" srcSet="/a.avif" />
      <img src="/a.jpg" alt="" fetchPriority="high" />
    </picture>
  )
  expect(preloadsOfLargestPicture(renderToString(page))).toEqual([])
})
