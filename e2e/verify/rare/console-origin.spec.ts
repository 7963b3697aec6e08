import { logIn } from '../../fixtures/browser/console'
import { administrator } from '../../fixtures/releases/releases'
import { documentOf, release } from '../../fixtures/releases/variant'
import { expect, test } from '../../fixtures/test'

const NAME = 'made by a page'

/** Runs in a page of the public site: every way in which a script can make a logged-in manager create a token. */
async function attack({ desk, name }: { desk: string; name: string }): Promise<string[]> {
  const seen: string[] = []
  const body = JSON.stringify({ name, role: 'admin' })
  const header = { 'x-marram-console': '1' }
  const settle = () => new Promise((resolve) => setTimeout(resolve, 1000))
  for (const origin of [location.origin, desk]) {
    const tokens = `${origin}/console/releases/tokens`
    const calls: [string, string, RequestInit][] = [
      ['with the header', tokens, { method: 'POST', headers: { ...header, 'content-type': 'application/json' }, body }],
      ['without it', tokens, { method: 'POST', headers: { 'content-type': 'application/json' }, body }],
      ['as a form would', tokens, { method: 'POST', headers: { 'content-type': 'text/plain' }, body }],
      ['unread', tokens, { method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' }, body }],
      ['reading', tokens, { headers: header }],
      ['reading without the header', tokens, {}],
      ['reading who is logged in', `${origin}/console/session`, {}],
    ]
    for (const [way, address, request] of calls) {
      const answer = await fetch(address, { credentials: 'include', ...request }).catch(() => undefined)
      const text = await answer?.text()
      if (answer?.ok && text?.includes('administrator')) seen.push(`${way}: ${origin} answers ${text.slice(0, 200)}`)
    }

    const frame = document.createElement('iframe')
    frame.name = `frame-${seen.length}-${Math.random()}`
    frame.src = `${origin}/console`
    document.body.append(frame)
    await settle()
    try {
      if (frame.contentDocument?.title.includes('Release desk')) seen.push(`a frame of ${origin} can be read`)
    } catch {
      // It has another origin, so it cannot be read.
    }
    const form = document.createElement('form')
    form.method = 'POST'
    form.action = tokens
    form.enctype = 'text/plain'
    form.target = frame.name
    const field = document.createElement('input')
    field.name = `${body.slice(0, -1)},"x":"`
    field.value = '"}'
    form.append(field)
    document.body.append(form)
    form.submit()
    await settle()

    const opened = window.open(`${origin}/console`)
    await settle()
    try {
      if (opened?.document.title.includes('Release desk')) seen.push(`a window of ${origin} can be read`)
    } catch {
      // As above.
    }
    opened?.close()
  }
  return seen
}

test('a script of the public site cannot use the session of a manager who is logged in at the console', async ({
  site,
  browser,
}) => {
  // The attack must fail without the help of the pages' policy.
  const context = await browser.newContext({ bypassCSP: true })
  const desk = await context.newPage()
  await logIn(desk, site, administrator(site))
  expect((await context.cookies(`${site.console}/console`)).map(({ name }) => name)).toContain('marram_console')

  const page = await context.newPage()
  await page.goto(`${site.url}/sports`)
  const seen = await page.evaluate(attack, { desk: site.console, name: NAME })
  expect.soft(seen).toEqual([])
  const { tokens } = JSON.parse(await release(site, 'tokens', '--json')) as { tokens: { name: string }[] }
  expect(tokens.map(({ name }) => name)).not.toContain(NAME)

  // The manager is still logged in, and can do it.
  await desk.reload()
  await desk.goto(`${site.console}/console/tokens`)
  await desk.getByRole('button', { name: 'New token' }).click()
  await expect(desk.getByLabel('Name')).toBeVisible()
  await context.close()
})

test('the public site has nothing of the console but a redirect to it', async ({ site }) => {
  const way = await documentOf(site, '/console')
  expect([way.status, way.headers.get('location')]).toEqual([302, `${site.console}/console`])
  for (const address of ['/console/session', '/console/releases/board', '/console/tokens', '/console/static/js/x.js']) {
    const { status, html, headers } = await documentOf(site, address, { 'x-marram-console': '1' })
    expect([address, status, headers.get('set-cookie')]).toEqual([address, 404, null])
    expect(html).not.toContain('Release desk')
  }
})
