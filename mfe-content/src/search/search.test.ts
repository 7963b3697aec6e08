import { call } from '@marram/sdk/api-client'
import { ApiError } from '@marram/sdk/api-error'
import { configure } from '@marram/sdk/configuration'
import { expect, test, vi } from 'vitest'
import { loader } from './search'

vi.mock('@marram/sdk/api-client', async (original) => ({ ...(await original<object>()), call: vi.fn() }))

const load = (query: string) =>
  loader({ request: new Request(`http://edge.invalid/search${query}`), params: {} } as Parameters<typeof loader>[0])

test('a network over the search limit gets an explanation, with status 429', async () => {
  vi.mocked(call).mockRejectedValueOnce(new ApiError('answer', 429, 'Too many requests. Wait a minute and try again.'))
  const answer = (await load('?q=tide')) as Response
  expect(answer.status).toBe(429)
  expect(await answer.json()).toEqual({ asked: { q: 'tide', page: 1, exact: false }, tooMany: true })
})

test('without a search on the host, pages that sections declare are still found', async () => {
  const configuration = { apiBase: '', mediaHost: '', origin: '' }
  configure({ ...configuration, searchPages: [{ path: '/privacy', title: 'Privacy', about: 'Personal data' }] })
  vi.mocked(call).mockRejectedValueOnce(new ApiError('answer', 404, 'no such call'))
  expect(await load('?q=priv')).toMatchObject({ pages: [{ url: '/privacy', title: 'Privacy' }] })
  vi.mocked(call).mockRejectedValueOnce(new ApiError('answer', 404, 'no such call'))
  expect(await load('?q=tide')).toMatchObject({ pages: [] })
  configure(configuration)
})

test('a proxy error is not taken for a host without a search', async () => {
  vi.mocked(call).mockRejectedValueOnce(new ApiError('answer', 502, 'bad gateway'))
  await expect(load('?q=tide')).rejects.toThrow('bad gateway')
})

test('another error of the API is thrown', async () => {
  vi.mocked(call).mockRejectedValueOnce(new ApiError('answer', 503, 'down'))
  await expect(load('?q=tide')).rejects.toThrow('down')
})
