import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { root } from '../workspace'
import { RestartPace, Supervisor } from './supervisor'

let folder: string
let supervisor: Supervisor
let script: string
const reported: string[] = []

const SERVICE = `
import fs from 'node:fs'
const plan = process.env.PLAN
// One letter for each start: whether it comes to be ready.
const [now, ...later] = fs.readFileSync(plan, 'utf8')
if (later.length) fs.writeFileSync(plan, later.join(''))
if (now === 'x') {
  process.stderr.write('its database cannot be reached\\n')
  process.exit(1)
}
process.on('disconnect', () => process.exit(0))
process.on('SIGTERM', () => process.exit(0))
process.send('ready')
`

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-supervisor-'))
  script = path.join(folder, 'service.mjs')
  fs.writeFileSync(script, SERVICE)
  supervisor = new Supervisor(folder)
  reported.length = 0
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => reported.push(String(text)) > 0)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await supervisor.stop()
  fs.rmSync(folder, { recursive: true })
})

const start = (name: string, plan: string) => {
  const file = path.join(folder, `${name}.plan`)
  fs.writeFileSync(file, plan)
  return supervisor.start(name, path.relative(root, script), { PLAN: file })
}
const pids = () => JSON.parse(fs.readFileSync(path.join(folder, 'services.json'), 'utf8')) as Record<string, number>

it('restarts a service that cannot start for a while, logs that once, and leaves the others alone', async () => {
  await start('edge', 'r')
  await start('api', 'rxxxr')
  const before = pids()
  process.kill(before.api as number, 'SIGKILL')
  await expect.poll(() => reported.join('')).toContain('api is ready again')
  expect(reported).toEqual([
    'api ended with code 1: starting it again\n',
    'api cannot be started again, and is tried until it can: its database cannot be reached\n',
    'api is ready again\n',
  ])
  expect(pids().edge).toBe(before.edge)
  expect(pids().api).not.toBe(before.api)
})

it('restarts a service that ends often', async () => {
  await start('api', 'r')
  for (let time = 0; time < 3; time++) {
    const before = pids().api as number
    process.kill(before, 'SIGKILL')
    await expect.poll(() => pids().api ?? before).not.toBe(before)
  }
})

it('rejects with the message of a service that cannot be started at all', async () => {
  await expect(start('api', 'x')).rejects.toThrow('its database cannot be reached')
})

it('waits longer and longer, up to ten seconds, and starts over after a service was stable', () => {
  let now = 0
  const pace = new RestartPace(() => now)
  const waits = (times: number) => Array.from({ length: times }, () => pace.ended())
  expect(waits(7)).toEqual([500, 1000, 2000, 4000, 8000, 10_000, 10_000])
  pace.ready()
  now += 5000
  expect(waits(1)).toEqual([10_000])
  pace.ready()
  now += 30_000
  expect(waits(2)).toEqual([500, 1000])
})

it('logs the same message once, and again after the service was stable', () => {
  let now = 0
  const pace = new RestartPace(() => now)
  expect(['a', 'a', 'b', 'a'].map((words) => pace.isNews(words))).toEqual([true, false, true, false])
  pace.ready()
  now += 30_000
  pace.ended()
  expect(pace.isNews('a')).toBe(true)
})
