import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { notePage, pageFacts } from './page-record'

it('the log tells whose page it was and what made it, and no address', async () => {
  const app = Fastify()
  const facts: unknown[] = []
  app.addHook('onResponse', async (request, reply) => void facts.push(pageFacts(request, reply)))
  app.get('/quiz-response/:name', async (request, reply) => {
    notePage(request, { section: 'mfe-quiz', page: { pattern: '/quiz-response/:name', files: [], needs: [] } })
    return reply.headers({ 'x-marram-composition': 'abc', 'x-marram-render': 'frame; by design' }).send('page')
  })
  app.get('/healthz', async (request) => {
    notePage(request, undefined)
    return 'ok'
  })
  await app.inject('/quiz-response/Rosalind')
  await app.inject('/healthz')
  const page = { section: 'mfe-quiz', pattern: '/quiz-response/:name' }
  expect(facts).toEqual([{ composition: 'abc', render: 'frame; by design', ...page }, {}])
})
