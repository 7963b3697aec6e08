import { configure } from '@marram/sdk/configuration'
import { StructuredData } from '@marram/ui/structured-data'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { Organisation } from './root'

const dataIn = (html: string): unknown =>
  JSON.parse(/^<script type="application\/ld\+json">(.*)<\/script>$/s.exec(html)?.[1] ?? 'null')

const at = (path: string) => (
  <MemoryRouter initialEntries={[path]}>
    <Organisation />
  </MemoryRouter>
)

it('describes the organisation, its contact details and its other profiles', () => {
  configure({ apiBase: '', mediaHost: '', origin: 'https://marram.example' })
  expect(dataIn(renderToString(at('/')))).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: 'Marram',
    url: 'https://marram.example/',
    logo: expect.stringContaining('svg'),
    telephone: expect.stringMatching(/^\+\d+$/),
    address: expect.stringContaining('Harbour Row'),
    sameAs: expect.arrayContaining([expect.stringMatching(/^https:\/\//)]),
  })
  expect(renderToString(at('/about-us'))).toBe('')
})

it('cannot be broken out of by text of an editor', () => {
  const name = '</script><script>alert(1)</script><!-- & "quoted"'
  const html = renderToString(<StructuredData of={{ '@type': 'Thing', name }} />)
  expect(html).not.toContain('<script>alert')
  expect(html).not.toContain('<!--')
  expect(dataIn(html)).toMatchObject({ name })
})
