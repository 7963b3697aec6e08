import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readOperatorFile } from './operator-file'
import { sampleContent } from './testing/test-app'

const children: ChildProcess[] = []

function collect(child: ChildProcess) {
  children.push(child)
  let text = ''
  let errors = ''
  child.stdout?.on('data', (data) => (text += data))
  child.stderr?.on('data', (data) => (errors += data))
  const ended = Promise.all([
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
    new Promise((resolve) => child.stderr?.once('end', resolve)),
  ])
  return { child, ended: ended.then(([code]) => ({ code, text, errors })) }
}

const environment = (data: string, more = {}) => ({
  ...process.env,
  DATABASE_URL: '',
  MARRAM_DATA: data,
  API_PORT: '0',
  LOG_LEVEL: 'silent',
  INIT_CWD: undefined,
  ...more,
})

function start(data: string, more = {}) {
  const file = join(import.meta.dirname, 'main.ts')
  const env = environment(data, more)
  const started = collect(fork(file, { execArgv: ['--import', 'tsx'], env, stdio: 'pipe' }))
  return { ...started, ready: new Promise((resolve) => started.child.once('message', resolve)) }
}

function cli(data: string, ...words: string[]) {
  const file = join(import.meta.dirname, 'cli.ts')
  return collect(spawn(process.execPath, ['--import', 'tsx', file, ...words], { env: environment(data) })).ended
}

describe('the API as a process', () => {
  const data = mkdtempSync(join(tmpdir(), 'marram-api-'))
  let api: ReturnType<typeof start>
  beforeAll(async () => {
    api = start(data)
    await api.ready
  }, 60_000)
  afterAll(() => {
    for (const child of children) child.kill('SIGKILL')
    rmSync(data, { recursive: true })
  })

  it('starts with the sample content, without a request', async () => {
    const running = readOperatorFile(join(data, 'api/token'))
    const answer = await fetch(`${running?.url}/api/home/`)
    expect(await answer.json()).toMatchObject({ code: 200, data: { title: 'Small roots hold back the sea.' } })
    expect(statSync(join(data, 'api/token')).mode & 0o777).toBe(0o600)
  })

  it('takes content from the command line while it runs, and writes it', async () => {
    const folder = join(data, 'exported')
    expect(await cli(data, 'content', 'apply', sampleContent)).toMatchObject({
      code: 0,
      text: expect.stringContaining('nothing changed'),
    })
    expect(await cli(data, 'content', 'export', folder)).toMatchObject({ code: 0, errors: '' })
    expect(readdirSync(folder)).toContain('home.json')
    expect(await cli(data, 'content', 'apply', join(data, 'nowhere'))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('there is no content in it'),
    })
  }, 60_000)

  it('explains its command line, and what it did not understand', async () => {
    const helped = await cli(data, '--help')
    expect(helped).toMatchObject({ code: 0, errors: '' })
    expect(helped.text).toMatch(/^Usage: npm run api -- COMMAND\n/)
    expect(await cli(data, 'contents')).toEqual({
      code: 1,
      text: '',
      errors: 'There is no command contents. See npm run api -- --help.\n',
    })
  }, 60_000)

  it('refuses to start a second time on the same data, in one line', async () => {
    const { code, errors } = await start(data).ended
    expect(code).toBe(1)
    expect(errors).toBe(
      `api: ${join(data, 'api/database')} is already used by another Marram process (pid ${api.child.pid})\n`,
    )
  }, 60_000)

  it('refuses settings that make no sense, in one line each', async () => {
    const { code, errors } = await start(data, { API_PORT: 'x', API_RATE_LIMIT: '3', DATABASE_URL: 'mysql://a' }).ended
    expect(code).toBe(1)
    expect(
      errors
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual(['API_PORT', 'DATABASE_URL', 'API_RATE_LIMIT'])
  }, 60_000)

  it('starts again after kill -9, and the command line works without it', async () => {
    api.child.kill('SIGKILL')
    await api.ended
    expect(await cli(data, 'content', 'apply', sampleContent)).toMatchObject({
      code: 0,
      text: expect.stringContaining('nothing changed'),
    })
    api = start(data)
    await api.ready
    api.child.kill('SIGTERM')
    expect(await api.ended).toMatchObject({ code: 0, errors: '' })
  }, 60_000)
})
