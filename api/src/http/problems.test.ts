import { testServer } from '@marram/server/testing/test-server'
import { expect, it } from 'vitest'
import { ownProblem, sendProblem } from './server'

/** As Drizzle throws errors of the engine. */
const failedQuery = (message: string, code?: string) =>
  new Error('Failed query: select 1', { cause: Object.assign(new Error(message), code && { code }) })

async function answerTo(error: Error) {
  const { app } = testServer({ sendProblem, problemOf: ownProblem })
  app.get('/', () => Promise.reject(error))
  const { statusCode, headers, body } = await app.inject('/')
  return { status: statusCode, retryAfter: headers['retry-after'], body: JSON.parse(body) }
}

it.each([
  ['refuses connections', 'connect ECONNREFUSED 127.0.0.1:5432', 'ECONNREFUSED'],
  ['ends a connection', 'Connection terminated unexpectedly', undefined],
  ['has no connection left', 'timeout exceeded when trying to connect', undefined],
  ['is shutting down', 'terminating connection due to administrator command', '57P01'],
])('asks the client to retry when the database %s', async (_, message, code) => {
  const { status, retryAfter, body } = await answerTo(failedQuery(message, code))
  expect({ status, retryAfter, code: body.code }).toEqual({ status: 503, retryAfter: '5', code: 503 })
})

it('reports that nothing can be stored when the disk is full', async () => {
  const { status, retryAfter, body } = await answerTo(failedQuery('could not extend file', '53100'))
  expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '60' })
  expect(body).toEqual({ code: 503, message: 'Nothing can be stored right now. Please try again later.' })
})

it('does not ask the client to retry when the fault is in the code', async () => {
  const { status, retryAfter } = await answerTo(new TypeError('x is not a function'))
  expect({ status, retryAfter }).toEqual({ status: 500, retryAfter: undefined })
})
