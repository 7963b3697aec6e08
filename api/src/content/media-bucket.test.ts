import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readStored } from '@marram/server/stored-files'
import { startBucketServer } from '@marram/server/testing/bucket-server'
import { describeOnServer } from '@marram/server/testing/server-only'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { applyContent } from '../content-files/apply'
import { exportContent } from '../content-files/content-folder'
import { foldersIn } from '../folders'
import { openTestApp, type TestApp } from '../testing/test-app'

describeOnServer('pictures of the content in a bucket', (engine) => {
  let bucket: Awaited<ReturnType<typeof startBucketServer>>
  let test: TestApp
  let other: Awaited<ReturnType<TestApp['another']>>
  const folder = mkdtempSync(join(tmpdir(), 'marram-own-machine-'))
  beforeAll(async () => {
    bucket = await startBucketServer('content')
    for (const [name, value] of Object.entries(bucket.environment)) vi.stubEnv(name, value)
    test = await openTestApp(engine, { API_MEDIA: 's3://content/pictures' })
    other = await test.another(foldersIn(folder))
    const image = { scene: 'coast', hour: 'dawn' }
    const item = { slug: 'tern', title: 'Tern', image, date: '2026-11-20', category: 'coast', description: '<p>A</p>' }
    writeFileSync(join(folder, 'news.json'), JSON.stringify([item]))
    await applyContent(test.db, folder, test.media)
  })
  afterAll(async () => {
    await other?.close()
    await test?.close()
    await bucket?.close()
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  const address = () => {
    const name = bucket.objects().find((each) => /news\/tern.*\.svg$/.test(each)) ?? ''
    return name.replace('pictures/', '/media/')
  }

  it('are served by an instance that shares no folder, unchanged and packed', async () => {
    const [here, there] = await Promise.all([test, other].map(({ app }) => app.inject(address())))
    expect([here?.statusCode, there?.statusCode]).toEqual([200, 200])
    expect(there?.body).toBe(here?.body)
    expect(there?.headers.etag).toBe(here?.headers.etag)
    expect(there?.headers['content-length']).toBe(String(Buffer.byteLength(there?.body ?? '')))
    const packed = await other.app.inject({ url: address(), headers: { 'accept-encoding': 'br' } })
    expect(packed.headers['content-encoding']).toBe('br')
  })

  it('are made for links once, for all instances, and are 404 where there are none', async () => {
    const shared = address().replace(/\.svg$/, '.og.jpg')
    expect((await other.app.inject(shared)).statusCode).toBe(200)
    expect(bucket.objects()).toContain(shared.replace('/media/', 'pictures/'))
    expect((await other.app.inject('/media/news/none.0123abcdef.svg')).statusCode).toBe(404)
    expect((await other.app.inject(`/media/${'a'.repeat(300)}.svg`)).statusCode).toBe(404)
  })

  it('are exported, and what is missing is named', async () => {
    const target = join(folder, 'exported')
    // Those of the sample content are not in this bucket.
    await expect(exportContent(test.db, target, test.media)).rejects.toThrow(
      /^\/media\/\S+\.svg: this picture is missing$/,
    )
    const mine = await readStored(test.media, address().replace('/media/', ''))
    expect(mine.toString()).toBe((await other.app.inject(address())).body)
  })
})
