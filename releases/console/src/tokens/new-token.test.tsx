// @vitest-environment happy-dom
import { environments } from '@marram/release-contract/calls/environments'
import { parts } from '@marram/release-contract/calls/releases'
import { newToken, tokens } from '@marram/release-contract/calls/tokens'
import { afterEach, expect, it } from 'vitest'
import { answering, field, fill, openConsole, press, shows } from '../testing/console'

const moment = '2026-05-01T12:00:00Z'
const events = { part: 'events', kind: 'section', title: 'Events', latest: '1.1.0', versions: 2, live: {} }
const production = { environment: 'production', revision: 1, createdAt: moment, composition: null, parts: 0 }

let opened: Awaited<ReturnType<typeof openConsole>>
afterEach(() => opened.close())

it('makes the token of a team whose part is not published yet, and says why', async () => {
  opened = await openConsole('/tokens', {
    'GET /releases/tokens': answering(tokens, { tokens: [] }),
    'GET /releases/parts': answering(parts, { parts: [events] }),
    'GET /releases/environments': answering(environments, { environments: [production] }),
    'POST /releases/tokens': answering(newToken, {
      ...{ name: 'theatre', role: 'publisher', part: 'theatre', environment: null, token: 'marram_secret' },
      ...{ createdAt: moment, expiresAt: null },
    }),
  })
  await shows('New token')
  await fill('Name', 'theatre')
  await fill('May', 'publisher')
  const part = field('Part') as HTMLInputElement
  expect([...(part.list?.options ?? [])].map(({ value }) => value)).toEqual(['events'])
  await fill('Part', 'The theatre')
  await press('Make it')
  await shows('Name the part: lower-case letters', 'main [role="alert"]')
  expect(opened.sent).toEqual([])
  await fill('Part', 'theatre')
  await fill('Reason (optional)', 'a new team')
  await press('Make it')
  await shows('marram_secret')
  expect(opened.sent.at(-1)?.body).toEqual({
    ...{ name: 'theatre', role: 'publisher', part: 'theatre', reason: 'a new team' },
  })
})
