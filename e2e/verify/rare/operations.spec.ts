import fs from 'node:fs'
import path from 'node:path'
import { documentOf, liveVersions } from '../../fixtures/releases/variant'
import type { Site } from '../../fixtures/site/site'
import { expect, test } from '../../fixtures/test'

type Line = Record<string, unknown>
const linesOf = (site: Site, service: string): Line[] =>
  fs
    .readFileSync(path.join(site.data, `logs/${service}.log`), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
const metricsOf = async (site: Site, service: string): Promise<string> => {
  const { url } = linesOf(site, service).findLast(({ url }) => /\/metrics$/.test(String(url))) as { url: string }
  expect(new URL(url).hostname).toBe('127.0.0.1')
  return (await fetch(url)).text()
}

test('operators read the state of every service, by part and version; visitors do not', async ({ site }) => {
  const version = (await liveVersions(site))['mfe-events'] as string
  for (let i = 0; i < 2; i += 1) await documentOf(site, '/sports')
  await fetch(`${site.url}/api/news/`)
  const edge = await metricsOf(site, 'edge')
  expect(edge).toMatch(
    new RegExp(
      `^marram_page_render_seconds_count\\{section="mfe-events",version="${version}",shell="[^"]+",outcome="server"\\} [1-9]`,
      'm',
    ),
  )
  expect(edge).toMatch(
    /^marram_page_answers_total\{section="mfe-events",version="[^"]+",cache="hit",render="server"\} [1-9]/m,
  )
  const api = await metricsOf(site, 'api')
  expect(api).toMatch(
    /^marram_http_request_duration_seconds_count\{method="GET",route="\/api\/news\/",status="200"\} /m,
  )
  expect(api).toMatch(/^marram_response_cache_total\{outcome="miss"\} [1-9]/m)
  expect(await metricsOf(site, 'releases')).toMatch(
    /^marram_http_request_duration_seconds_count\{method="GET",route="\/releases\/environments\/:environment\/discovery\.json/m,
  )
  for (const address of ['/metrics', '/api/metrics', '/releases/metrics', '/media/../metrics'])
    expect(await (await fetch(site.url + address)).text(), address).not.toContain('marram_http')
})

test('one id follows a request through the services, and no address parameter is logged', async ({ site }) => {
  const address = '/api/quiz/participant/Rosalind/07009001001/submissions'
  const response = await fetch(`${site.url}${address}?token=hidden`, { headers: { 'x-request-id': 'not-from-here' } })
  const id = response.headers.get('x-request-id')
  const answered = (service: string) =>
    linesOf(site, service).find(({ request, status }) => request === id && status !== undefined)
  await expect.poll(() => answered('edge')).toMatchObject({ route: '/api/*', status: response.status })
  await expect.poll(() => answered('api')).toMatchObject({ method: 'GET', status: response.status })
  await fetch(`${site.url}/quiz-response/Rosalind/07009001001`)
  const page = () => linesOf(site, 'edge').find(({ pattern }) => pattern === '/quiz-response/:name/:phone')
  await expect
    .poll(page)
    .toMatchObject({ section: 'mfe-quiz', render: 'frame; by design', composition: expect.any(String) })
  for (const service of ['edge', 'api', 'releases'])
    expect(JSON.stringify(linesOf(site, service)), service).not.toMatch(/Rosalind|07009001001|hidden|not-from-here/)
})
