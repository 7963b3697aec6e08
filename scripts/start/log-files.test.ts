import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepLogsSmall } from './log-files'
import { Supervisor } from './supervisor'

let folder: string
let edge: string
const read = (file: string) => fs.readFileSync(file, 'utf8')

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-logs-'))
  edge = path.join(folder, 'edge.log')
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

describe('the logs', () => {
  it('that are small stay unchanged', () => {
    fs.writeFileSync(edge, 'x'.repeat(100))
    keepLogsSmall(folder, { limit: 100 })()
    expect(fs.readdirSync(folder)).toEqual(['edge.log'])
    expect(read(edge)).toHaveLength(100)
  })

  it('start again when they are large, and the previous one is kept', () => {
    for (const text of ['first', 'second']) {
      fs.writeFileSync(edge, text.repeat(100))
      keepLogsSmall(folder, { limit: 100 })()
      expect(read(edge)).toBe('')
      expect(read(`${edge}.1`)).toBe(text.repeat(100))
    }
    expect(fs.readdirSync(folder).sort()).toEqual(['edge.log', 'edge.log.1'])
  })

  it('start again under a service that goes on writing', async () => {
    const service = fs.openSync(edge, 'a')
    const stop = keepLogsSmall(folder, { limit: 100, everyMs: 10 })
    try {
      fs.writeSync(service, 'before '.repeat(100))
      await expect.poll(() => read(edge)).toBe('')
      fs.writeSync(service, 'after')
      expect(read(edge)).toBe('after')
      expect(read(`${edge}.1`)).toBe('before '.repeat(100))
    } finally {
      stop()
      fs.closeSync(service)
    }
  })

  it('of an earlier start are truncated when the site starts', async () => {
    const logs = path.join(folder, 'logs')
    fs.mkdirSync(logs)
    fs.writeFileSync(path.join(logs, 'edge.log'), 'x'.repeat(6_000_000))
    await new Supervisor(folder).stop()
    expect(fs.statSync(path.join(logs, 'edge.log')).size).toBe(0)
    expect(fs.statSync(path.join(logs, 'edge.log.1')).size).toBe(6_000_000)
  })
})
