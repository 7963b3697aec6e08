// @vitest-environment happy-dom
import type { Session } from '@marram/release-contract/calls/tokens'
import { afterEach, expect, it } from 'vitest'
import { fill, openConsole, press, refusing, responding, shows } from './testing/console'
import { boardOf, environmentOf, stateOf } from './testing/shapes'

const nobody: Session = { caller: null, expiresAt: null, hasOidc: false }
const eve: Session = { ...nobody, caller: { name: 'Eve', role: 'viewer', part: null, environment: null } }

let opened: Awaited<ReturnType<typeof openConsole>>
afterEach(() => opened.close())

it('asks for a login after the session has ended, and shows the next person nothing of the one before', async () => {
  opened = await openConsole('/', {
    'GET /releases/board': responding('showBoard', boardOf(environmentOf({ events: stateOf() }))),
    'POST /releases/environments': refusing(401, 'unauthorized', 'Nobody is logged in.'),
    'POST /session': responding('logIn', eve),
  })
  await shows('Composition 0123456789ab')
  opened.responses['GET /session'] = responding('showSession', nobody)
  opened.responses['GET /releases/board'] = refusing(401, 'unauthorized', 'Nobody is logged in.')
  await press('New environment')
  await fill('Name', 'qa')
  await press('Create')
  await shows('Your session has ended')
  opened.responses['GET /releases/board'] = refusing(403, 'forbidden', 'Eve may not look.')
  await fill('Token', 'marram_eve')
  await press('Log in')
  await shows('Eve, viewer')
  await shows('Eve may not look.')
  expect(document.body.textContent).not.toContain('0123456789ab')
})

it('offers the login of the organisation where there is one, and says why it led to nothing', async () => {
  history.replaceState(null, '', '/console?login=unknown')
  opened = await openConsole('/', { 'GET /session': responding('showSession', { ...nobody, hasOidc: true }) })
  await shows('Nobody here is known by that login.', '[role="alert"]')
  const link = [...document.querySelectorAll('a')].find(
    ({ textContent }) => textContent === 'Log in with your organisation',
  )
  expect(link?.getAttribute('href')).toBe('/console/login')
  history.replaceState(null, '', '/')
})
