import { createMetrics } from '@marram/server/metrics'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import type { LiveComposition, OwnedPage } from '../compositions/live-composition'
import { setRecord } from '../requests/page-response'
import { PageMetrics } from './page-metrics'

function renders() {
  const metrics = createMetrics()
  const pages = new PageMetrics(metrics, { cache: { bytes: 0 }, pool: { size: 0 } })
  const rendered = (version: string, shell = '1.0.0') =>
    pages.rendered(
      { shell: { version: shell } } as LiveComposition,
      { section: 'events', version } as OwnedPage,
      'server',
      5,
    )
  const isTold = async (version: string, shell = '1.0.0') =>
    (await metrics.metrics()).includes(
      `_count{section="events",version="${version}",shell="${shell}",outcome="server"}`,
    )
  const told = async () => (await metrics.metrics()).match(/_count\{/g)?.length
  return { rendered, isTold, told }
}

it('of renders are those of the most recently rendered versions', async () => {
  const { rendered, isTold, told } = renders()
  rendered('0.1.0')
  rendered('0.2.0')
  expect(await isTold('0.1.0')).toBe(true)
  for (let i = 0; i < 700; i += 1) {
    rendered(`1.0.${i}`)
    rendered('0.2.0')
  }
  expect(await isTold('0.1.0')).toBe(false)
  expect(await isTold('0.2.0')).toBe(true)
  expect(await isTold('1.0.699')).toBe(true)
  expect(await told()).toBe(300)
})

it('of renders separate a candidate of the shell from the stable one, and stay as few with it', async () => {
  const { rendered, isTold, told } = renders()
  rendered('1.0.0', '1.0.0')
  rendered('1.0.0', '2.0.0')
  expect([await isTold('1.0.0', '1.0.0'), await isTold('1.0.0', '2.0.0')]).toEqual([true, true])
  for (let i = 0; i < 700; i += 1) rendered('1.0.0', `2.1.${i}`)
  expect(await isTold('1.0.0', '1.0.0')).toBe(false)
  expect(await told()).toBe(300)
})

it('of responses are those of the most recently sent versions', async () => {
  const metrics = createMetrics()
  const pages = new PageMetrics(metrics, { cache: { bytes: 0 }, pool: { size: 0 } })
  const app = Fastify()
  pages.countPages(app)
  app.get('/:version', (request, reply) => {
    const owner = { section: 'events', ...(request.params as { version: string }) } as OwnedPage
    setRecord(request, { composition: '', versions: {}, owner, origin: 'server; dur=1.0', cache: 'hit', unusable: {} })
    return reply.send('')
  })
  for (let i = 0; i < 400; i += 1) await app.inject(`/1.0.${i}`)
  await app.close()
  const text = await metrics.metrics()
  expect(text).toContain('marram_page_answers_total{section="events",version="1.0.399",cache="hit",render="server"} 1')
  expect(text).not.toContain('version="1.0.0"')
  expect(text.match(/^marram_page_answers_total\{/gm)).toHaveLength(300)
})
