import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEntries, withoutUmask } from '@marram/server/testing/open-entries'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiProcess, killAll, runCli, runFlags, startApi } from './testing/api-process'
import { sampleContent } from './testing/sample-content'

describe('the API as a process', () => {
  const folder = mkdtempSync(join(tmpdir(), 'marram-api-'))
  const data = join(folder, 'data')
  let api: ApiProcess
  let url: string
  beforeAll(async () => {
    api = await withoutUmask(() => startApi(data))
    url = await api.ready
  })
  afterAll(() => {
    killAll()
    rmSync(folder, { recursive: true })
  })

  it('starts with the sample content, without a request', async () => {
    const answer = await fetch(`${url}/api/home/`)
    expect(await answer.json()).toMatchObject({ code: 200, data: { title: 'Small roots hold back the sea.' } })
    expect(statSync(join(data, 'api/token')).mode & 0o777).toBe(0o600)
  })

  it('writes no files that other accounts of the machine can read', () => {
    expect(readdirSync(join(data, 'api/media')).length).toBeGreaterThan(0)
    expect(openEntries(data)).toEqual([])
  })

  it('applies and exports content from the command line while it runs', async () => {
    const folder = join(data, 'exported')
    expect(await runCli(data, 'content', 'apply', sampleContent)).toMatchObject({
      code: 0,
      text: expect.stringContaining('nothing changed'),
    })
    expect(await runCli(data, 'content', 'export', folder)).toMatchObject({ code: 0, errors: '' })
    expect(readdirSync(folder)).toContain('home.json')
    expect(await runCli(data, 'content', 'apply', join(data, 'nowhere'))).toMatchObject({
      code: 1,
      errors: expect.stringContaining('there is no such folder'),
    })
  })

  it('prints help, and reports unknown arguments', async () => {
    const helped = await runCli(data, '--help')
    expect(helped).toMatchObject({ code: 0, errors: '' })
    expect(helped.text).toMatch(/^Usage: npm run api -- COMMAND\n/)
    expect(await runCli(data, 'contents')).toEqual({
      code: 1,
      text: '',
      errors: 'There is no command contents. See npm run api -- --help.\n',
    })
  })

  it('refuses to start a second time on the same data, in one line', async () => {
    const { code, errors } = await startApi(data).ended
    expect(code).toBe(1)
    expect(errors).toBe(
      `api: ${join(data, 'api/database')} is already used by another Marram process (pid ${api.child.pid})\n`,
    )
  })

  it('migrates a database and ends, or says in one line why not', async () => {
    const other = join(folder, 'migrated')
    const done = { code: 0, text: 'api: the database has all migrations of this version\n', errors: '' }
    expect(await runFlags(other, '--migrate')).toEqual(done)
    expect(readdirSync(join(other, 'api'))).toEqual(['database'])
    expect(await runFlags(other, '--migrate')).toEqual(done)
    expect(await runFlags(data, '--migrate')).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/^api: .*already used.*\n$/),
    })
  })

  it.each([
    ['--migrat', "Unknown option '--migrat'"],
    ['now', "Unexpected argument 'now'"],
    ['--migrate=no', "Option '--migrate' does not take an argument"],
  ])('refuses the argument %s, in one line', async (argument, what) => {
    expect(await runFlags(data, argument)).toMatchObject({ code: 1, errors: `api: ${what}; it takes --migrate\n` })
  })

  it('refuses invalid settings, in one line each', async () => {
    const { code, errors } = await startApi(data, { API_PORT: 'x', API_RATE_LIMIT: '3', DATABASE_URL: 'mysql://a' })
      .ended
    expect(code).toBe(1)
    expect(
      errors
        .trim()
        .split('\n')
        .map((line) => line.split(':')[0]),
    ).toEqual(['API_PORT', 'DATABASE_URL', 'API_RATE_LIMIT'])
  })

  it('refuses to send mail without the address for its links, in one line', async () => {
    expect(await startApi(data, { MAIL_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: '' }).ended).toMatchObject({
      code: 1,
      errors: 'PUBLIC_URL: must be set with MAIL_URL: it is where links in mails lead\n',
    })
  })

  it('refuses a bucket that it cannot use, in one line', async () => {
    const environment = {
      API_UPLOADS: 's3://forms/images',
      AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1',
      AWS_REGION: 'eu-west-2',
      AWS_ACCESS_KEY_ID: 'a',
      AWS_SECRET_ACCESS_KEY: 'a',
      NODE_NO_WARNINGS: '1',
    }
    const { code, errors } = await startApi(data, environment).ended
    expect(code).toBe(1)
    expect(errors).toMatch(/^API_UPLOADS: s3:\/\/forms\/images cannot be used: .*ECONNREFUSED.*\n$/)
    const { errors: malformed } = await startApi(data, { API_UPLOADS: 's3://Forms' }).ended
    expect(malformed).toBe('API_UPLOADS: must look like s3://bucket/prefix\n')
  })

  it('starts again after kill -9, and the command line works without it', async () => {
    api.child.kill('SIGKILL')
    await api.ended
    expect(await runCli(data, 'content', 'apply', sampleContent)).toMatchObject({
      code: 0,
      text: expect.stringContaining('nothing changed'),
    })
    api = startApi(data)
    await api.ready
    api.child.kill('SIGTERM')
    expect(await api.ended).toMatchObject({ code: 0, errors: '' })
  })
})
