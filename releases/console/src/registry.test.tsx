import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { GateAgainst } from './changes/gate-note'
import { Refused, send } from './registry'

afterEach(() => vi.unstubAllGlobals())

const refusedWith = async (status: number, body: unknown): Promise<Refused> => {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
  const error = await send('POST', '/releases/environments/production/parts/events/rollback', z.unknown(), {}).catch(
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(Refused)
  return error as Refused
}

it('hands on what the gate has against a rollback, with the way past it', async () => {
  const problems = [{ kind: 'host', releases: ['events@1.0.0'], message: 'events 1.0.0 needs host 1, not 2.' }]
  const { code, against } = await refusedWith(422, { code: 'refused', message: 'It cannot go live.', problems })
  expect([code, against]).toEqual(['refused', ['events 1.0.0 needs host 1, not 2.']])
  const html = renderToStaticMarkup(<GateAgainst messages={against} override="" setOverride={() => {}} />)
  expect(html).toContain('<li>events 1.0.0 needs host 1, not 2.</li>')
  expect(html).toMatch(/Go on although the gate is against it.*type="checkbox"/)
})

it.each([{}, { problems: 'many' }, { problems: [null, {}] }])(
  'offers no way past a refusal that is not the gate’s: %j',
  async (more) => {
    const { against, message } = await refusedWith(422, {
      code: 'refused',
      message: 'It is the first version.',
      ...more,
    })
    expect([against, message]).toEqual([[], 'It is the first version.'])
  },
)
