import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { root } from '../workspace'
import { Supervisor } from './supervisor'

let folder: string
let supervisor: Supervisor
let script: string
const told: string[] = []

const SERVICE = `
import fs from 'node:fs'
const plan = process.env.PLAN
// One letter for each start: whether it comes to be ready.
const [now, ...later] = fs.readFileSync(plan, 'utf8')
if (later.length) fs.writeFileSync(plan, later.join(''))
if (now === 'x') {
  process.stderr.write('its database does not answer\\n')
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
  told.length = 0
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => told.push(String(text)) > 0)
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

it('brings back a service that cannot be ready for a while, says so once, and leaves the others alone', async () => {
  await start('edge', 'r')
  await start('api', 'rxxxr')
  const before = pids()
  process.kill(before.api as number, 'SIGKILL')
  await expect.poll(() => told.join(''), { timeout: 25_000 }).toContain('api is ready again')
  expect(told).toEqual([
    'api ended with code 1: starting it again\n',
    'api cannot be started again, and is tried until it can: its database does not answer\n',
    'api is ready again\n',
  ])
  expect(pids().edge).toBe(before.edge)
  expect(pids().api).not.toBe(before.api)
})

it('brings back a service that ends often', async () => {
  await start('api', 'r')
  for (let time = 0; time < 3; time++) {
    const before = pids().api as number
    process.kill(before, 'SIGKILL')
    await expect.poll(() => pids().api ?? before, { timeout: 10_000 }).not.toBe(before)
  }
})

it('rejects with the words of a service that cannot be started at all', async () => {
  await expect(start('api', 'x')).rejects.toThrow('its database does not answer')
})
