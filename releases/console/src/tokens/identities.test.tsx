// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { fill, openConsole, press, responding, shows } from '../testing/console'
import { identityWanted } from './identities'

const tides = {
  ...{ name: 'tides pipeline', issuer: 'https://issuer.example', audience: 'https://marram.example' },
  ...{ claims: { repository: 'marram/tides' }, role: 'publisher' as const, part: 'tides', environment: null },
}
let opened: Awaited<ReturnType<typeof openConsole>>
afterEach(() => opened?.close())

it('shows who gets tokens for which ID tokens, and adds and removes them', async () => {
  opened = await openConsole('/tokens', {
    'GET /releases/tokens': responding('listTokens', { tokens: [] }),
    'GET /releases/parts': responding('listParts', { parts: [] }),
    'GET /releases/environments': responding('listEnvironments', { environments: [] }),
    'GET /releases/identities': responding('listIdentities', {
      identities: [{ ...tides, createdAt: '2026-05-01T12:00:00Z' }],
    }),
    'POST /releases/identities': responding('addIdentity', { ...tides, createdAt: '2026-05-01T12:00:00Z' }),
    'POST /releases/identities/tides%20pipeline/remove': responding('removeIdentity', {
      ...{ name: 'tides pipeline', revoked: 1 },
    }),
  })
  await shows('repository=marram/tides')
  await press('New identity')
  await fill('Name', tides.name)
  await fill('Issuer', tides.issuer)
  await fill('Audience', tides.audience)
  await fill('Claims', 'repository')
  await fill('Role', 'publisher')
  await fill('Part', 'tides')
  await press('Go on')
  await shows('Write each claim as name=value', 'dialog [role="alert"]')
  await fill('Claims', 'repository=marram/tides')
  await press('Add it')
  await shows('tides pipeline may use its ID tokens here.')
  const { environment: _, ...sent } = tides
  expect(opened.sent.at(-1)).toMatchObject({ path: '/releases/identities', body: sent })
})

it.each([
  ['issuer', 'elsewhere', 'Name the issuer by its address.'],
  ['audience', ' ', 'Name the audience of its ID tokens.'],
  ['claims', '', 'Write each claim as name=value, with a comma between two.'],
  ['name', '', 'Give it a name.'],
])('says what is wrong with the %s', (name, value, words) => {
  const { claims: _, ...rest } = tides
  const values = { ...rest, claims: 'repository=marram/tides', environment: '' }
  expect(identityWanted({ ...values, [name]: value }, [])).toBe(words)
})
