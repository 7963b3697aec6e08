import { RegistryError } from '@marram/release-contract/registry-client'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { GateAgainst } from './changes/change-dialog'
import { problemsOf, send } from './registry'

afterEach(() => vi.unstubAllGlobals())

const refusedWith = async (status: number, body: unknown): Promise<RegistryError> => {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }))
  const error = await send('rollback', { environment: 'production', part: 'events' }).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RegistryError)
  return error as RegistryError
}

it('shows what the gate found against a rollback, with the way to override it', async () => {
  const problems = [{ kind: 'host', releases: ['events@1.0.0'], message: 'events 1.0.0 needs host 1, not 2.' }]
  const error = await refusedWith(422, { code: 'refused', message: 'It cannot go live.', problems })
  const against = problemsOf(error)
  expect([error.code, against]).toEqual(['refused', ['events 1.0.0 needs host 1, not 2.']])
  const html = renderToStaticMarkup(<GateAgainst messages={against} values={{}} change={() => {}} />)
  expect(html).toContain('<li>events 1.0.0 needs host 1, not 2.</li>')
  expect(html).toMatch(/Go on although the gate is against it.*type="checkbox"/)
})

const taken = { kind: 'address', message: 'It is another’s.' }

it.each([{}, { problems: 'many' }, { problems: [null, {}] }, { problems: [{ kind: 'host', message: 'No.' }, taken] }])(
  'offers no override for a refusal that is not the gate’s: %j',
  async (more) => {
    const error = await refusedWith(422, {
      code: 'refused',
      message: 'It is the first version.',
      ...more,
    })
    expect([problemsOf(error), error.message]).toEqual([[], 'It is the first version.'])
  },
)

it('rejects the page of a proxy as a response of the registry', async () => {
  vi.stubGlobal('fetch', async () => new Response('<html>', { status: 502 }))
  await expect(send('showBoard', {})).rejects.toMatchObject({
    code: 'unreachable',
    message: expect.stringContaining('This page tries again by itself'),
  })
})
