import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CommentList } from './comment-list'

const comment = { id: '1', name: 'Bo', text: '', date: '2026-11-21' }
const shown = (more: object) => renderToStaticMarkup(<CommentList comments={[{ ...comment, ...more }]} />)

it('shows text as text, and addresses as nofollow links', () => {
  const html = shown({ text: '<b>Look</b> (https://bo.example/a?b=c&d=e). javascript:alert(1)' })
  expect(html).toContain('&lt;b&gt;Look&lt;/b&gt; (')
  expect(html).toContain('<a href="https://bo.example/a?b=c&amp;d=e" rel="nofollow ugc noopener">')
  expect(html).toContain('</a>). javascript:alert(1)')
  expect(html.match(/<a /g)).toHaveLength(1)
})

it('links the name to a website, whatever a host sends as one', () => {
  expect(shown({ website: 'https://bo.example' })).toContain(
    '<a href="https://bo.example" rel="nofollow ugc noopener">Bo</a>',
  )
  expect(shown({ website: 'javascript:alert(1)' })).not.toContain('<a ')
})
