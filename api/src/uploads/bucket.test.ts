import { readFileSync } from 'node:fs'
import { createSubmission } from '@marram/api-contract/submissions'
import { openFiles } from '@marram/server/stored-files'
import { startBucketServer } from '@marram/server/testing/bucket-server'
import { engines } from '@marram/server/testing/engines'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { submissions } from '../forms/tables'
import { openTestApp, type TestApp } from '../testing/test-app'
import { unfinishedUploads } from './tables'

describe('images in a bucket', () => {
  let bucket: Awaited<ReturnType<typeof startBucketServer>>
  let test: TestApp
  beforeAll(async () => {
    bucket = await startBucketServer('forms')
    for (const [name, value] of Object.entries(bucket.environment)) vi.stubEnv(name, value)
    test = await openTestApp(engines[0] as (typeof engines)[number], { API_UPLOADS: 's3://forms/marram/images' })
  })
  afterAll(async () => {
    await test?.close()
    await bucket?.close()
    vi.unstubAllEnvs()
  })

  const send = async (distance: string) => {
    const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#0B5F57' } })
      .jpeg()
      .toBuffer()
    const values = [
      ['Full name', 'textfield', 'Rosalind Okafor'],
      ['Phone number', 'textfield', '0123456789'],
      ['Which distance would you like?', 'selectfield', distance],
      ['Photo for your badge', 'file', `data:image/jpeg;base64,${photo.toString('base64')}`],
    ]
    const form_data = values.map(([data_label, data_type, data_value]) => ({ data_label, data_type, data_value }))
    return test.app.inject({
      ...{ method: 'POST', url: createSubmission.path },
      payload: { submitted_form: 'sports-entry', form_data },
    })
  }

  it('are stored below the prefix unchanged, under the name in the submission', async () => {
    expect((await send('Half of it')).statusCode).toBe(200)
    const [row] = await test.db.select().from(submissions)
    const name = row?.fields.find(({ kind }) => kind === 'file')?.value ?? ''
    expect(name).toMatch(/^[0-9a-f-]{36}\.webp$/)
    expect(bucket.objects()).toEqual([`marram/images/${name}`])
    const { format, width } = await sharp(readFileSync(bucket.fileOf(`marram/images/${name}`))).metadata()
    expect({ format, width }).toEqual({ format: 'webp', width: 60 })
    expect(bucket.typeOf(`marram/images/${name}`)).toBe('image/webp')
    expect(await test.db.$count(unfinishedUploads)).toBe(0)
  })

  it('are removed when their submission fails', async () => {
    const before = bucket.objects()
    const insert = vi.spyOn(test.db, 'transaction').mockRejectedValueOnce(new Error('the database went away'))
    expect((await send('Half of it')).statusCode).toBe(500)
    insert.mockRestore()
    expect(bucket.objects()).toEqual(before)
    expect(await test.db.$count(unfinishedUploads)).toBe(0)
  })

  it('can be stored without a prefix', async () => {
    const files = await openFiles('s3://forms/', '')
    await files.put('a.webp', 'a')
    expect(bucket.objects()).toContain('a.webp')
    await files.delete('a.webp')
    expect(bucket.objects()).not.toContain('a.webp')
  })

  it.each([
    [
      'a bucket that there is not',
      's3://nowhere/a',
      {},
      /^s3:\/\/nowhere\/a cannot be used: The specified bucket does not exist$/,
    ],
    ['a wrong key', 's3://forms', { AWS_ACCESS_KEY_ID: 'other' }, /^s3:\/\/forms cannot be used: .*key/i],
    [
      'no region',
      's3://forms',
      { AWS_REGION: undefined, AWS_CONFIG_FILE: '/none' },
      /^s3:\/\/forms cannot be used: Region is missing$/,
    ],
    [
      'nobody there',
      's3://forms',
      { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' },
      /^s3:\/\/forms cannot be used: .*ECONNREFUSED/,
    ],
  ])('that have %s are reported in one line', async (_, place, environment, message) => {
    for (const [name, value] of Object.entries({ ...bucket.environment, ...environment })) vi.stubEnv(name, value)
    const { message: said } = await openFiles(place, '').then(
      () => expect.fail('was opened'),
      (error: Error) => error,
    )
    expect(said).toMatch(message)
    expect(said).not.toContain('\n')
  })
})
