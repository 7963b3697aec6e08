// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type Meta, MetaSink, PageMeta } from './page-meta'

const description = () => document.head.querySelector('meta[name="description"]')?.getAttribute('content')
const robots = () => document.head.querySelector('meta[name="robots"]')?.getAttribute('content')

function page() {
  const root = createRoot(document.createElement('div'))
  return (meta: Meta) => act(() => root.render(<PageMeta {...meta} />))
}

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  document.head.innerHTML = '<title>Marram</title>'
})

describe('title and description', () => {
  it('reach the server’s document without touching any other', () => {
    const sink: { meta?: Meta } = {}
    const html = renderToString(
      <MetaSink value={sink}>
        <PageMeta title="Tide tables" description="High and low." />
      </MetaSink>,
    )
    expect(html).toBe('')
    expect(sink.meta).toEqual({ title: 'Tide tables', description: 'High and low.', noIndex: undefined })
    expect(document.title).toBe('Marram')
  })

  it('follow the page in the browser', () => {
    const show = page()
    show({ title: 'Tide tables', description: 'High and low.', noIndex: true })
    expect([document.title, description(), robots()]).toEqual(['Tide tables | Marram', 'High and low.', 'noindex'])
    show({ title: 'Dune walks', description: 'On foot.' })
    expect([document.title, description(), robots()]).toEqual(['Dune walks | Marram', 'On foot.', undefined])
    show({ title: 'Marram' })
    expect([document.title, description()]).toEqual(['Marram', undefined])
  })

  it('replace what the server wrote, instead of standing beside it', () => {
    document.head.innerHTML = '<title>x</title><meta name="description" content="old">'
    page()({ title: 'Tide tables', description: 'new' })
    expect(document.head.querySelectorAll('meta[name="description"]')).toHaveLength(1)
    expect(description()).toBe('new')
  })
})
