import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import { preparedData } from '../fixtures/site/prepared-data'
import { stillRunning, treeOf } from '../fixtures/site/processes'
import { freePort, root, run, temporaryFolder } from '../fixtures/site/site'
import { type Typed, type } from '../fixtures/site/terminal'
import { BOTH, expect, test, VERIFY } from '../fixtures/test'

// One data folder: each test continues with the state that the one before left.
test.describe.configure({ mode: 'serial', timeout: 150_000 })

const READY = /Marram is ready: (\S+)/
let data = ''
/** For files outside the data folder. */
const beside = temporaryFolder('start')
let port = 0
let consolePort = 0
let site: Typed

// Compressed lightly: other tests check the sizes of files.
const start = () =>
  type(['npm', 'start'], {
    env: {
      PORT: String(port),
      CONSOLE_PORT: String(consolePort),
      PREVIEW_PORT: '0',
      MARRAM_DATA: data,
      BROTLI_QUALITY: '3',
    },
  })
const tryStart = (env: Record<string, string>) =>
  run(process.execPath, [path.join(root, 'scripts/run.mjs'), 'start'], {
    env: { CONSOLE_PORT: '0', PREVIEW_PORT: '0', ...env },
  })
const address = (path: string) => `http://localhost:${port}${path}`
const supervisor = () => Number(fs.readFileSync(path.join(data, 'pid'), 'utf8'))
const services = () => JSON.parse(fs.readFileSync(path.join(data, 'services.json'), 'utf8')) as Record<string, number>

async function statusOf(url: string): Promise<number> {
  return fetch(url).then(
    (response) => response.status,
    () => 0,
  )
}

/** How /sports was rendered: by the server, with its content, or only as an app shell. */
async function renderedBy(): Promise<string> {
  return fetch(address('/sports')).then(
    (response) => `${response.status} ${response.headers.get('x-marram-render')?.split(';')[0]}`,
    () => 'no answer',
  )
}

async function nothingIsLeft(pids: number[]): Promise<void> {
  await expect.poll(() => stillRunning(pids), { timeout: 20_000 }).toEqual([])
  expect(await statusOf(address('/healthz'))).toBe(0)
}

const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`

test.beforeAll(async () => {
  port = await freePort()
  consolePort = await freePort()
  data = await preparedData('start')
  site = start()
  await site.printed(READY)
})

// A failing test must not leave a site running.
test.afterAll(async () => {
  site?.pressControlC()
  await site?.ended
  for (const folder of [data, beside]) fs.rmSync(folder, { recursive: true, force: true })
})

test('a start that fails prints one line, and the running site goes on', VERIFY, async () => {
  const before = services()
  const elsewhere = path.join(beside, 'elsewhere')
  const other = net.createServer()
  await new Promise<void>((resolve) => other.listen(0, '::1', resolve).once('error', () => resolve()))
  const secondAddress = other.address() as net.AddressInfo | null
  const attempts: [Record<string, string>, RegExp][] = [
    [
      { PORT: String(port), MARRAM_DATA: data },
      new RegExp(`already used by another Marram process \\(pid ${supervisor()}\\)`),
    ],
    [{ PORT: String(await freePort()), MARRAM_DATA: data }, new RegExp(`\\(pid ${supervisor()}\\)`)],
    [{ PORT: String(port), MARRAM_DATA: elsewhere }, new RegExp(`^Port ${port} is already in use`)],
    [
      { PORT: String(await freePort()), CONSOLE_PORT: String(consolePort), MARRAM_DATA: elsewhere },
      /^Port \d+ is already in use.* CONSOLE_PORT=\d+ npm start$/,
    ],
    [{ CONSOLE_PORT: 'abc', MARRAM_DATA: elsewhere }, /^CONSOLE_PORT: must be a whole number from 0 to 65535$/],
    [{ PORT: 'abc', MARRAM_DATA: elsewhere }, /^PORT: must be a whole number from 1 to 65535$/],
    [{ PORT: '70000', MARRAM_DATA: elsewhere }, /^PORT: must be a whole number from 1 to 65535$/],
    [{ API_PORT: '3.5', MARRAM_DATA: elsewhere }, /^API_PORT: must be a whole number from 1 to 65535$/],
    [{ API_RATE_LIMIT: '5', MARRAM_DATA: elsewhere }, /^API_RATE_LIMIT: must be a whole number, at least 60$/],
    [{ API_PORT: String(port), PORT: String(await freePort()), MARRAM_DATA: elsewhere }, /API_PORT=\d+ npm start$/],
    [
      { API_PORT: String(port), PORT: String(port), MARRAM_DATA: elsewhere },
      /^PORT, CONSOLE_PORT, PREVIEW_PORT, API_PORT .* must differ$/,
    ],
  ]
  if (secondAddress)
    attempts.push([{ PORT: String(secondAddress.port), MARRAM_DATA: elsewhere }, /^Port \d+ is already in use/])
  else console.log('not tried: a port taken on ::1, which this machine does not have')
  for (const [env, words] of attempts) {
    const { code, stderr } = await tryStart(env)
    expect(stderr.trimEnd()).toMatch(words)
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  }
  other.close()
  expect(fs.existsSync(elsewhere)).toBe(false)
  expect(services()).toEqual(before)
  await expect.poll(renderedBy).toBe('200 server')
})

test('a folder that cannot be written is reported in one line', VERIFY, async () => {
  const file = path.join(beside, 'a-file')
  fs.writeFileSync(file, 'kept')
  const locked = path.join(beside, 'locked')
  fs.mkdirSync(locked, { mode: 0o555 })
  const attempts: [string, string][] = [
    [file, 'it is not a folder'],
    [path.join(file, 'data'), 'it is not a folder'],
  ]
  if (fs.existsSync('/proc/self')) attempts.push(['/proc/marram', 'no folder can be made there'])
  // Root may write everywhere.
  if (process.getuid?.() !== 0) attempts.push([locked, 'it may not be written by this user'])
  for (const [folder, reason] of attempts) {
    const { code, stderr } = await tryStart({ PORT: String(await freePort()), MARRAM_DATA: folder })
    expect(stderr).toBe(
      `The data folder ${folder} cannot be used: ${reason}. Choose another: MARRAM_DATA=FOLDER npm start\n`,
    )
    expect(code).toBe(1)
  }
  expect(fs.readFileSync(file, 'utf8')).toBe('kept')
})

for (const name of ['api', 'releases', 'edge'])
  test(`the ${name} service is restarted when it is killed`, VERIFY, async () => {
    const before = services()[name] as number
    const all = treeOf(before)
    process.kill(before, 'SIGKILL')
    await expect.poll(() => services()[name] ?? before, { timeout: 30_000 }).not.toBe(before)
    await expect.poll(renderedBy, { timeout: 30_000 }).toBe('200 server')
    await expect.poll(() => stillRunning(all)).toEqual([])
    const listed = () =>
      run(process.execPath, [path.join(root, 'scripts/run.mjs'), 'release', 'list'], {
        env: { MARRAM_RELEASES_URL: address(''), MARRAM_DATA: data },
      })
    await expect.poll(async () => (await listed()).stdout, { timeout: 30_000 }).toContain('mfe-events')
  })

test('a killed site leaves no process, and the next start redoes only what has changed', BOTH, async () => {
  const all = treeOf(site.pid)
  expect(all.length).toBeGreaterThan(5)
  process.kill(supervisor(), 'SIGKILL')
  await nothingIsLeft(all)

  const since = Date.now()
  site = start()
  await site.printed(READY)
  console.log(`a second start takes ${seconds(since)}`)
  const steps = site
    .output()
    .split('\n')
    .filter((line) => /^ {2}(Building|Releases|Content)/.test(line))
  expect(steps.length).toBeGreaterThan(6)
  for (const line of steps) expect(line).toContain(': unchanged')
  expect(site.output()).not.toContain('Installing')
  // On a busy machine, the first page may come too late from its process and be sent as the app shell.
  await expect.poll(renderedBy).toBe('200 server')
})

test('Ctrl-C stops everything, even while browsers hold connections open', BOTH, async () => {
  const all = treeOf(site.pid)
  const sockets = ['', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'].map((request) => {
    const socket = net.connect(port, '127.0.0.1', () => socket.write(request || ' '))
    socket.on('error', () => 'the site may end it')
    return socket
  })
  await new Promise((resolve) => sockets[1]?.once('data', resolve))
  const since = Date.now()
  site.pressControlC()
  expect(await site.ended).toBe(0)
  console.log(`stopped within ${seconds(since)}`)
  expect(Date.now() - since).toBeLessThan(9000)
  await nothingIsLeft(all)
  for (const socket of sockets) socket.destroy()
  expect(site.output()).toContain('Stopping …')
  expect(site.output()).not.toMatch(/Error|ended with code/)
})

test('Ctrl-C in the middle of a start stops everything too', VERIFY, async () => {
  site = start()
  await site.printed(/Registry: running/)
  const all = treeOf(site.pid)
  // Sent only to the start, as a process manager does it.
  process.kill(supervisor(), 'SIGINT')
  expect(await site.ended).toBe(0)
  await nothingIsLeft(all)
})

for (const signal of ['SIGTERM', 'SIGKILL'] as const)
  test(`${signal} to npm alone leaves no process`, VERIFY, async () => {
    site = start()
    await site.printed(READY)
    await expect.poll(renderedBy).toBe('200 server')
    const all = treeOf(site.pid)
    process.kill(site.pid, signal)
    await site.ended
    await nothingIsLeft(all)
    expect(fs.existsSync(path.join(data, 'services.json'))).toBe(false)
  })

test('a first start that is killed while it publishes is completed by the next one', VERIFY, async () => {
  data = path.join(beside, 'data')
  site = start()
  const files = path.join(data, 'releases/files')
  await expect.poll(() => fs.existsSync(files) && fs.readdirSync(files).length > 1, { timeout: 120_000 }).toBe(true)
  expect(site.output()).not.toMatch(READY)
  const all = treeOf(site.pid)
  process.kill(supervisor(), 'SIGKILL')
  await site.ended

  // Immediately: the killed process may still hold its port and databases.
  site = start()
  const seen: number[] = []
  const ready = site.printed(READY)
  let done = false
  void ready.finally(() => (done = true)).catch(() => 'awaited below')
  while (!done) {
    const status = await statusOf(address('/healthz'))
    if (seen.at(-1) !== status) seen.push(status)
  }
  expect(await ready).toBe(address(''))
  expect(site.output().trim().split('\n').slice(-2)).toEqual([
    `Release desk: http://localhost:${consolePort}/console`,
    `Marram is ready: ${address('')}`,
  ])
  expect(site.output()).toMatch(/Edge: pages can be served; .*render processes and trials (have no network|only)/)
  expect([...new Set(seen)]).toEqual(seen)
  expect(seen.at(-1)).toBe(200)
  expect(stillRunning(all)).toEqual([])
  await expect.poll(renderedBy).toBe('200 server')
})
