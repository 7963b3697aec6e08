// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { effects, fill, openConsole, press, refusing, responding, shows } from '../testing/console'
import { stateOf } from '../testing/shapes'

const page = (number: number, next: string | null) => ({
  next,
  compositions: [
    {
      id: `00000000000${number}`,
      versions: { events: `1.${number}.0` },
      ...{ partial: false, live: false, firstAt: '2026-05-01T12:00:00Z', lastAt: '2026-05-01T12:00:00Z' },
    },
  ],
})
const path = '/releases/environments/production'
const list = `GET ${path}/compositions`
const where = {
  ...{ environment: 'production', revision: 1, composition: '000000000003', stops: [], parts: {} },
  edges: [],
}

let opened: Awaited<ReturnType<typeof openConsole>>
afterEach(() => opened.close())

it('loads older ones as long as there are any, and keeps the list when the registry is down', async () => {
  opened = await openConsole('/environments/production/compositions', {
    [`GET ${path}`]: responding('showEnvironment', where),
    [list]: responding('listCompositions', page(3, 'the place before 3')),
  })
  await shows('000000000003')
  const before = (number: number) => `${list}?limit=100&before=the+place+before+${number}`
  opened.responses[before(3)] = refusing(503, 'failed', 'The database does not answer.')
  await press('Show older')
  await shows('The database does not answer.')
  opened.responses[before(3)] = responding('listCompositions', page(2, 'the place before 2'))
  await press('Show older')
  await shows('000000000002')
  opened.responses[before(2)] = responding('listCompositions', page(1, null))
  await press('Show older')
  await shows('000000000001')
  await shows('000000000003')
  expect(document.body.textContent).not.toContain('Show older')
})

it('requires more than one Enter to go back: it shows the changes and asks for a reason', async () => {
  const parts = { events: stateOf({ stable: '1.3.0' }) }
  const stop = { environment: 'production', kind: 'kill' as const, part: 'events', reason: 'a fire', notice: null }
  const stops = [{ ...stop, by: 'Ann', since: '2026-05-01T12:00:00Z', until: null }]
  const words = 'But events is killed there: until it is revived, visitors get its notice.'
  const id = '000000000002'
  opened = await openConsole('/environments/production/compositions', {
    [`GET ${path}`]: responding('showEnvironment', { ...where, parts, stops }),
    [list]: responding('listCompositions', page(2, null)),
    [`POST ${path}/rollback`]: responding('rollbackEnvironment', {
      ...{ environment: 'production', revision: 2, composition: id, previousComposition: where.composition },
      ...{ changed: true, killed: ['events'], parts: [] },
    }),
  })
  await shows(id)
  await press(`Roll back to ${id}`)
  expect(effects()).toEqual([
    'events: all visitors (100 %) get 1.2.0 instead of 1.3.0 with their next page load.',
    words,
  ])
  await press('Roll back')
  await shows('Say why: everybody can read the reason in the activity.')
  expect(opened.sent).toEqual([])
  await fill('Reason', 'it was better')
  await press('Roll back')
  await shows(`production serves exactly the composition ${id}. ${words}`)
  expect(opened.sent).toMatchObject([{ body: { composition: id, revision: 1, reason: 'it was better' } }])
})
