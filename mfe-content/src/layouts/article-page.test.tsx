import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, it } from 'vitest'
import { ArticlePage } from './article-page'

const item = { slug: 'ridge-run', title: 'Ridge run', image: '', date: '2026-11-21' }
const article = { kind: 'news' as const, item, latest: [], text: '', summary: '', minutes: 0 }
const comment = { id: '1', name: 'Bo', text: 'Two tides a day.', date: '2026-11-21' }

function shown(comments: (typeof comment)[] | null | undefined) {
  const page = (
    <ArticlePage
      article={{ ...article, comments } as never}
      linkTo={(slug) => `/news/${slug}`}
      trail={[]}
      chip={null}
    />
  )
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element: page }])} />)
}

it('asks for comments only where it knows whether the host takes any', () => {
  expect(shown([comment])).toContain('Somebody here reads each comment')
  expect(shown(null)).toContain('Comments are not open yet')
  const failed = shown(undefined)
  expect(failed).toContain('The comments could not be loaded.')
  expect(failed).not.toContain('Leave a comment')
})
