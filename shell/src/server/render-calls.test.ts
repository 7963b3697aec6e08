import { setTimeout as wait } from 'node:timers/promises'
import { configureReports, type Report } from '@marram/sdk/report'
import { beforeEach, describe, expect, it } from 'vitest'
import { noteCall, reportLoaderFaults, requestOfRender, withCalls } from './render-calls'

const rendering = (...ends: Parameters<typeof noteCall>[0][]) =>
  withCalls(async () => {
    for (const end of ends) {
      await wait(1)
      noteCall(end)
    }
    return { html: 'page' }
  })

describe('the API calls of a render', () => {
  it('are recorded by the revisions of their responses, each once', async () => {
    const { html, calls } = await rendering(
      { code: 200, revision: '1' },
      { code: 404, revision: '1' },
      { code: 200, revision: undefined },
    )
    expect(html).toBe('page')
    expect(calls).toEqual({ failed: false, revisions: ['1', null] })
  })

  it.each([0, 401, 403, 408, 429, 500, 503])('count as failed when one ends with %i', async (code) => {
    const { calls } = await rendering({ code: 200, revision: '1' }, { code, revision: undefined })
    expect(calls.failed).toBe(true)
  })

  it('do not include those of a parallel render', async () => {
    const [one, other] = await Promise.all([
      rendering({ code: 200, revision: '1' }, { code: 200, revision: '1' }),
      rendering({ code: 200, revision: '2' }, { code: 500, revision: '2' }),
    ])
    expect([one.calls, other.calls]).toEqual([
      { failed: false, revisions: ['1'] },
      { failed: true, revisions: ['2'] },
    ])
  })

  it('are not recorded outside a render', () => {
    expect(() => noteCall({ code: 200, revision: '1' })).not.toThrow()
    expect(requestOfRender()).toBeUndefined()
  })
})

const reports: Report[] = []
configureReports((report) => void reports.push(report))
beforeEach(() => void reports.splice(0))

it('reports which section made the mistake, with the error for its stack', () => {
  const error = new TypeError('x is not a function')
  reportLoaderFaults({ page: error }, 'mfe-events')
  expect(reports).toEqual([{ kind: 'loader', message: 'x is not a function', part: 'mfe-events', error }])
})

it('does not report responses of the API, which are shown, or pages without a mistake', () => {
  reportLoaderFaults({ page: { status: 503, statusText: '', internal: false, data: null } }, 'mfe-events')
  reportLoaderFaults(null, 'mfe-events')
  expect(reports).toEqual([])
})
