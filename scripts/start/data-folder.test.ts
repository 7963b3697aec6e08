import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { openEntries, withoutUmask } from '@marram/server/testing/open-entries'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { root } from '../workspace'
import { openData, writeDone } from './data-folder'
import { Supervisor } from './supervisor'

let folder: string
let before: number
beforeEach(() => {
  before = process.umask()
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-data-'))
})
afterEach(() => {
  process.umask(before)
  fs.rmSync(folder, { recursive: true })
})
const service = `process.send('ready'); console.log('a line'); setInterval(() => {}, 1000); process.on('disconnect', () => process.exit())`

it('a start writes lists, locks and logs readable only for its user, and closes open files of an earlier one', async () => {
  const data = path.join(folder, 'data')
  await withoutUmask(async () => {
    fs.mkdirSync(path.join(data, 'logs'), { recursive: true })
    fs.mkdirSync(path.join(data, 'releases'))
    for (const file of ['logs/edge.log', 'releases/token', 'start.json']) fs.writeFileSync(path.join(data, file), '{}')
    const lock = await openData(data, async () => {})
    expect(openEntries(data)).toEqual([])
    writeDone(data, { promoted: {} })
    const script = path.join(folder, 'service.mjs')
    fs.writeFileSync(script, service)
    const supervisor = new Supervisor(data)
    await supervisor.start('api', path.relative(root, script), {})
    expect(fs.readdirSync(data).sort()).toEqual(
      ['lock', 'logs', 'pid', 'releases', 'services.json', 'start.json'].sort(),
    )
    expect(openEntries(data)).toEqual([])
    await supervisor.stop()
    lock.release()
  })
})
