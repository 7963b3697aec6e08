import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort, root, run } from '../../fixtures/site/site'
import { type Typed, type } from '../../fixtures/site/terminal'

test.describe.configure({ timeout: 120_000 })

const folder = path.join(os.tmpdir(), `marram-alone-${process.pid}`)
const running: Typed[] = []

const API_EDGE_TOKEN = 'what-an-operator-gives-to-edge-and-api'

const service = (name: 'edge' | 'api' | 'releases', env: Record<string, string>, ...args: string[]) => {
  const typed = type(['npm', 'run', '-s', `start:${name}`, ...args], { env })
  running.push(typed)
  return typed
}
const once = (name: string, env: Record<string, string>, ...args: string[]) =>
  run(process.execPath, [path.join(root, 'scripts/run.mjs'), `start-${name}`, ...args], { env })

test.afterAll(async () => {
  for (const each of running) {
    each.pressControlC()
    await each.ended
  }
  fs.rmSync(folder, { recursive: true, force: true })
})

test('edge, API and registry run alone: the edge is healthy once there are pages to serve', async () => {
  const [edgePort, apiPort, registryPort] = await Promise.all([freePort(), freePort(), freePort()])
  const at = (port: number) => `http://127.0.0.1:${port}`
  const isUp = (port: number) =>
    expect
      .poll(
        () =>
          fetch(at(port)).then(
            () => true,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true)
  const health = () => fetch(`${at(edgePort)}/healthz`).then((response) => response.status)

  const edge = service('edge', {
    PORT: String(edgePort),
    PREVIEW_PORT: '0',
    MARRAM_DATA: path.join(folder, 'edge'),
    API_HOST: at(apiPort),
    API_EDGE_TOKEN,
    RELEASES_URL: at(registryPort),
  })
  await isUp(edgePort)
  expect(await health()).toBe(503)
  const page = await fetch(at(edgePort))
  expect(page.status).toBe(503)
  expect(page.headers.get('retry-after')).toBeTruthy()
  expect(await page.text()).toContain('Please try again')

  const api = service('api', { API_PORT: String(apiPort), API_EDGE_TOKEN, MARRAM_DATA: path.join(folder, 'api') })
  const registryData = path.join(folder, 'registry')
  const registry = service('releases', {
    RELEASES_PORT: String(registryPort),
    CONSOLE_PORT: '0',
    MARRAM_DATA: registryData,
    BROTLI_QUALITY: '3',
  })
  await Promise.all([isUp(apiPort), isUp(registryPort)])
  for (const { output } of [edge, registry]) expect(output()).toMatch(/"sandbox":"\w+"/)
  expect(await health()).toBe(503)

  const env = { MARRAM_RELEASES_URL: at(edgePort), MARRAM_DATA: registryData }
  for (const part of ['shell', 'mfe-events']) {
    const published = await run(
      process.execPath,
      [path.join(root, 'scripts/run.mjs'), 'release', 'publish', part, '--promote'],
      { env },
    )
    expect(published, published.stderr).toMatchObject({ code: 0 })
  }
  await expect.poll(health, { timeout: 20_000 }).toBe(200)
  const sports = await fetch(`${at(edgePort)}/sports`)
  expect(sports.headers.get('x-marram-render')).toMatch(/^server/)

  for (const each of [edge, api, registry]) {
    process.kill(each.pid, 'SIGTERM')
    expect(await each.ended).toBe(0)
  }
})

test('a service with wrong variables reports each in one line', async () => {
  const wrong: [string, Record<string, string>][] = [
    ['edge', { PORT: 'abc', API_HOST: 'nowhere' }],
    ['api', { API_PORT: '99999', DATABASE_URL: 'nonsense' }],
    ['releases', { RELEASES_PORT: '-1', DATABASE_URL: 'mysql://somewhere/else' }],
  ]
  for (const [name, env] of wrong) {
    const { code, stderr } = await once(name, { MARRAM_DATA: path.join(folder, 'wrong'), ...env })
    const lines = stderr.trimEnd().split('\n')
    expect(lines.map((line) => line.split(':')[0]).sort()).toEqual(Object.keys(env).sort())
    expect(code).toBe(1)
  }
  expect(fs.existsSync(path.join(folder, 'wrong'))).toBe(false)
})

test('a service whose database does not respond reports that in one line', async () => {
  const env = {
    MARRAM_DATA: path.join(folder, 'none'),
    DATABASE_URL: `postgres://nobody@127.0.0.1:${await freePort()}/x`,
  }
  for (const name of ['api', 'releases']) {
    const { code, stderr } = await once(name, env)
    expect(stderr).toMatch(new RegExp(`^${name}: the database cannot be reached \\(.*\\)\\n$`))
    expect(code).toBe(1)
  }
})

test('each service lists its variables', async () => {
  for (const [name, variable] of [
    ['edge', 'API_HOST'],
    ['api', 'API_PORT'],
    ['releases', 'RELEASES_PORT'],
  ] as const) {
    const { code, stdout } = await once(name, {}, '--help')
    expect(stdout).toMatch(new RegExp(`^${variable} \\(.+\\)$`, 'm'))
    expect(stdout).toMatch(/^MARRAM_DATA \(data\)$/m)
    expect(code).toBe(0)
  }
})
