// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { effects, field, fill, openConsole, press, refusing, responding, shows } from '../testing/console'
import { boardOf, environmentOf, stateOf } from '../testing/shapes'

const moment = '2026-05-01T12:00:00Z'
const path = '/releases/environments/production/previews'
const LINK = 'https://previews.example/releases/preview/signed'
const part = (name: string) => ({ part: name, kind: 'section', title: name, latest: '1.1.0', versions: 2, live: {} })
const gate = {
  environment: 'production',
  part: 'quiz',
  version: '1.0.0',
  replaces: null,
  passed: true,
  checks: [],
  pairs: [],
}
const lived = { versions: { events: '1.0.0' }, partial: false, firstAt: moment, lastAt: moment }

let opened: Awaited<ReturnType<typeof openConsole>>
const open = async (at: string, button: string) => {
  const environment = environmentOf({ events: stateOf() })
  const quiz = '/releases/environments/production/parts/quiz/versions/1.0.0'
  opened = await openConsole(at, {
    'GET /releases/board': responding('showBoard', boardOf(environment)),
    'GET /releases/environments/production': responding('showEnvironment', environment),
    'GET /releases/parts': responding('listParts', { parts: [part('events'), part('quiz')] }),
    [`GET ${quiz}/gate`]: responding('showGate', gate),
    'GET /releases/environments/production/compositions': responding('listCompositions', {
      compositions: [{ id: 'ba9876543210', live: false, ...lived }],
    }),
  })
  await shows(button)
  await press(button)
  await shows('Valid for', 'dialog')
}
const openVersion = () => open('/environments/production/parts/quiz/versions/1.0.0', 'Make a link')
afterEach(() => opened.close())

const linkAt = (url: string | undefined) =>
  responding('createPreview', {
    ...{ id: '0123abcd', environment: 'production', versions: {}, expiresAt: moment, needsToken: false },
    ...{ path: '/releases/preview/signed', url },
  })
const response = linkAt(LINK)

it('creates a link to a dev source of a part, for holders of a token', async () => {
  await open('/', "Show a developer's machine in production")
  await fill('Part', 'quiz')
  await press('Make the link')
  await shows('Enter the address of the machine', 'dialog [role="alert"]')
  expect(opened.sent).toEqual([])
  await fill('Its address', ' http://127.0.0.1:4001/ ')
  await shows(
    'Everyone who has the link and a token of any role sees quiz as http://127.0.0.1:4001 serves it',
    'dialog',
  )
  opened.responses[`POST ${path}`] = responding('createPreview', {
    ...{ id: '0123abcd', environment: 'production', versions: {}, expiresAt: moment, needsToken: true },
    ...{ path: '/releases/preview/signed', note: 'It opens the home page.' },
  })
  await press('Make the link')
  await shows('It opens the home page.', 'dialog')
  await shows('Everyone who has it and a token of any role sees this in production', 'dialog')
  expect(opened.sent.at(-1)?.body).toEqual({ part: 'quiz', source: 'http://127.0.0.1:4001', seconds: 7200 })
})

it('creates a link to a version, and shows it whole when the browser cannot copy it', async () => {
  await openVersion()
  await shows('Everyone who has the link sees quiz 1.0.0 on top of what is live in production', 'dialog')
  await fill('Valid for', '7200')
  await fill('Reason (optional)', 'for the board')
  opened.responses[`POST ${path}`] = refusing(404, 'not-found', 'There is no complete release quiz 1.0.0.')
  await press('Make the link')
  await shows('There is no complete release quiz 1.0.0.', 'dialog [role="alert"]')
  expect(field('Reason (optional)').value).toBe('for the board')
  opened.responses[`POST ${path}`] = response
  await press('Make the link')
  await shows(/Everyone who has it sees this in production, until May 1, 2026/, 'dialog')
  expect(opened.sent.at(-1)).toEqual({
    path,
    body: { part: 'quiz', version: '1.0.0', seconds: 7200, reason: 'for the board' },
  })
  const shown = field('Link to quiz 1.0.0') as HTMLInputElement
  expect(shown.value).toBe(LINK)
  expect(document.querySelector<HTMLAnchorElement>('dialog a')?.href).toBe(shown.value)
  expect([shown.readOnly, document.activeElement]).toEqual([true, shown])
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'))
  await press('Copy the link')
  await shows('The link is selected: press Ctrl+C', 'dialog [role="status"]')
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValueOnce()
  await press('Copy the link')
  await shows('The link is copied.', 'dialog [role="status"]')
  expect(copied).toHaveBeenLastCalledWith(shown.value)
})

it('creates a link to a composition', async () => {
  await open('/environments/production/compositions', 'Make a link to ba9876543210')
  expect(effects()[1]).toContain('exactly the composition ba9876543210')
  opened.responses[`POST ${path}`] = response
  await press('Make the link')
  await shows('Link to the composition ba9876543210', 'dialog')
  expect(opened.sent.at(-1)?.body).toEqual({ composition: 'ba9876543210', seconds: 86_400 })
  await press('Close')
  expect(document.querySelector('dialog')).toBeNull()
})

it('shows no address when the registry does not know one', async () => {
  await openVersion()
  opened.responses[`POST ${path}`] = linkAt(undefined)
  await press('Make the link')
  await shows('Open this behind the address of the site that serves production.', 'dialog')
  expect(document.querySelector<HTMLInputElement>('dialog input')?.value).toBe('/releases/preview/signed')
  expect(document.querySelector('dialog a')).toBeNull()
})
