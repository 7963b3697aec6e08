import { useLoaderData } from '@marram/sdk/router'
import { expect, it } from 'vitest'
import { renderPage } from './render-page'

const page = async () => ({
  loader: ({ request: { url } }: { request: Request }) => new URL(url).search,
  Component: () => <p>{useLoaderData<string>()}</p>,
})
const tides = {
  pages: { '/tides/:place': page, '/tides/own': page },
  section: { settings: { '/tides/:place': { query: ['month'] }, '/tides/own': { private: true } } },
}

it('gives a page the parameters that it declares, as the server does, and one for browsers all of them', async () => {
  expect(await renderPage(tides, '/tides/east?other=1&month=5')).toBe('<p>?month=5</p>')
  expect(await renderPage(tides, '/tides/own?other=1')).toBe('<p>?other=1</p>')
  expect(await renderPage({ pages: tides.pages }, '/tides/east?month=5')).toBe('<p></p>')
})

it('says where the section has no such page', () =>
  expect(renderPage(tides, '/tide')).rejects.toThrow('The section has no page for /tide.'))
