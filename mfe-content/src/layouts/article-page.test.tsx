// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider, useLoaderData } from 'react-router-dom'
import { expect, it } from 'vitest'
import { ArticlePage } from './article-page'

const item = { slug: 'ridge-run', title: 'Ridge run', image: '', date: '2026-11-21' }
const article = { kind: 'news' as const, item, latest: [], text: '', summary: '', minutes: 0 }
const comment = { id: '1', name: 'Bo', text: 'Two tides a day.', date: '2026-11-21' }

type Comments = (typeof comment)[] | null | undefined

const page = (comments: Comments, slug = item.slug) => (
  <ArticlePage
    article={{ ...article, item: { ...item, slug }, comments } as never}
    linkTo={(slug) => `/news/${slug}`}
    trail={[]}
    chip={null}
  />
)
const shown = (comments: Comments) =>
  renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element: page(comments) }])} />)

type Loaded = { comments?: Comments; slug?: string }
function Page() {
  const { comments, slug } = useLoaderData<Loaded>()
  return page(comments, slug)
}

it('shows the comment form only when it is known whether the host takes comments', () => {
  expect(shown([comment])).toContain('Somebody here reads each comment')
  expect(shown(null)).toContain('Comments are not open yet')
  const failed = shown(undefined)
  expect(failed).toContain('The comments could not be loaded.')
  expect(failed).not.toContain('Leave a comment')
})

it('keeps what was typed when a reload fails to load comments, but not for another article', async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  let loaded: Loaded = { comments: [comment] }
  const router = createMemoryRouter([{ path: '/', loader: () => loaded, Component: Page }])
  document.body.innerHTML = '<div id="root"></div>'
  const root = createRoot(document.getElementById('root') as HTMLElement)
  await act(async () => root.render(<RouterProvider router={router} />))
  const box = () => document.getElementById('comment-text') as HTMLTextAreaElement | null
  const reload = (load: Loaded) => {
    loaded = load
    return act(() => router.revalidate())
  }
  Object.assign(box() ?? {}, { value: 'Two tides a day.' })
  await reload({})
  expect(document.body.textContent).toContain('The comments could not be loaded.')
  expect(box()?.value).toBe('Two tides a day.')
  await reload({ slug: 'harbour-swim' })
  expect(box()).toBeNull()
  await act(async () => root.unmount())
})
