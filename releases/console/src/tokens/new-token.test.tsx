// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { field, fill, openConsole, press, responding, shows } from '../testing/console'

const moment = '2026-05-01T12:00:00Z'
const events = { part: 'events', kind: 'section', title: 'Events', latest: '1.1.0', versions: 2, live: {} }
const production = { environment: 'production', revision: 1, createdAt: moment, composition: null, parts: 0 }

let opened: Awaited<ReturnType<typeof openConsole>>
afterEach(() => opened.close())

it('creates a token for a team whose part is not published yet, and explains why', async () => {
  opened = await openConsole('/tokens', {
    'GET /releases/tokens': responding('listTokens', { tokens: [] }),
    'GET /releases/parts': responding('listParts', { parts: [events] }),
    'GET /releases/environments': responding('listEnvironments', { environments: [production] }),
    'GET /releases/identities': responding('listIdentities', { identities: [] }),
    'POST /releases/tokens': responding('createToken', {
      ...{ name: 'theatre', role: 'publisher', part: 'theatre', environment: null, token: 'marram_secret' },
      ...{ createdAt: moment, expiresAt: null },
    }),
  })
  await shows('New token')
  await press('New token')
  await fill('Name', 'theatre')
  await fill('Role', 'publisher')
  const part = field('Part') as HTMLInputElement
  expect([...(part.list?.options ?? [])].map(({ value }) => value)).toEqual(['events'])
  await fill('Part', 'The theatre')
  await press('Go on')
  await shows('Name the part: lower-case letters', 'dialog [role="alert"]')
  expect(opened.sent).toEqual([])
  await fill('Part', 'theatre')
  await fill('Reason (optional)', 'a new team')
  await shows("publisher's for theatre in every environment. It may publish releases", 'dialog')
  await press('Make it')
  await shows('The token of theatre, shown only once: marram_secret')
  expect(opened.sent.at(-1)?.body).toEqual({
    ...{ name: 'theatre', role: 'publisher', part: 'theatre', reason: 'a new team' },
  })
})
