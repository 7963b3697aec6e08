import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@marram/server/log'
import type { MailTransport } from '@marram/server/mail'
import type { TestDatabase, TestEngine } from '@marram/server/testing/engines'
import type { FastifyInstance } from 'fastify'
import { addToken, newToken } from '../access/tokens'
import { createApp } from '../app'
import { createConsole } from '../console/console-app'
import { openRegistry, type RegistryContext } from '../context'
import { openReleases, type ReleasesDatabase } from '../database'
import { passed } from '../gate/check'
import type { TakePictures } from '../gate/picture-trial'
import type { Trial } from '../gate/trial'
import { ENVIRONMENT_CHANGED } from '../live/write-live'
import type { token } from '../schema'
import { openStorage } from '../storage'
import type { FakeRelease } from './fake-release'

export type TestResponse<Body = Record<string, unknown>> = { status: number; headers: Headers; body: Body }
type Grant = Pick<typeof token.$inferInsert, 'role' | 'part' | 'environment' | 'expiresAt'> & { name?: string }

/** A listening registry, with the functions that tests need. */
export type TestRegistry = {
  url: string
  db: ReleasesDatabase
  context: RegistryContext
  /** An administrator's token. */
  token: string
  tokenFor(grant: Grant): Promise<string>
  call(method: string, path: string, options?: CallOptions): Promise<TestResponse>
  /** The console on its own origin. */
  console: FastifyInstance
  consoleUrl: string
  /** A call there, without a token. */
  callConsole(method: string, path: string, options?: CallOptions): Promise<TestResponse>
  publish(release: FakeRelease): Promise<void>
  promote(release: FakeRelease, environment?: string): Promise<TestResponse>
  close(): Promise<void>
}

type CallOptions = {
  json?: unknown
  bytes?: Uint8Array | string
  token?: string | null
  headers?: Record<string, string>
}

/** For tests of other subjects: their releases are invented, and have no server build that runs. */
const runs: Trial = async () => passed('server', 'It runs.')

export async function startRegistry(
  location: TestDatabase['location'],
  files: string,
  { trial = runs, browserTrial, now, place, ...pretended }: Pretended = {},
): Promise<TestRegistry> {
  const { db, listen, close } = await openReleases(location)
  const context = openRegistry({
    db,
    files: await openStorage(files, place),
    log: createLog('releases', 'silent'),
    trial,
    browserTrial,
    now,
    ...pretended,
  })
  await listen(ENVIRONMENT_CHANGED, (name) => context.held.changed(name))
  const app = createApp(context)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const consoleApp = createConsole(context, {})
  await consoleApp.listen({ port: 0, host: '127.0.0.1' })
  const consoleUrl = `http://localhost:${(consoleApp.server.address() as AddressInfo).port}`
  const tokenFor = async (grant: Grant) => {
    const raw = newToken()
    await addToken(db, raw, { name: `a ${grant.role}`, ...grant })
    return raw
  }
  const token = await tokenFor({ role: 'admin' })
  const ask = async (
    address: string,
    method: string,
    { json, bytes, headers, ...options }: CallOptions,
  ): Promise<TestResponse> => {
    const bearer = options.token === undefined ? token : options.token
    const response = await fetch(address, {
      method,
      headers: {
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? (bytes as string | undefined) : JSON.stringify(json),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } }
  }
  const call: TestRegistry['call'] = (method, path, options = {}) => ask(url + path, method, options)
  return {
    url,
    db,
    context,
    token,
    tokenFor,
    call,
    console: consoleApp,
    consoleUrl,
    callConsole: (method, path, options) => ask(consoleUrl + path, method, { token: null, ...options }),
    async publish({ name, version, bytes, files }) {
      const versions = `/releases/parts/${name}/versions`
      const begun = await call('POST', versions, { bytes })
      if (begun.status !== 201) throw new Error(`not begun: ${JSON.stringify(begun.body)}`)
      for (const [path, text] of Object.entries(files))
        await call('PUT', `${versions}/${version}/files/${path}`, { bytes: text })
      const completed = await call('POST', `${versions}/${version}/complete`)
      if (completed.status !== 200) throw new Error(`not completed: ${JSON.stringify(completed.body)}`)
    },
    promote: ({ name, version }, environment = 'production') =>
      call('POST', `/releases/environments/${environment}/parts/${name}/promote`, { json: { version } }),
    async close() {
      await Promise.all([app.close(), consoleApp.close()])
      await close()
    },
  }
}

/** Settings of a test: results of trials, the time, a bucket instead of the folder, the origin of previews, and notifications. */
export type Pretended = {
  trial?: Trial | undefined
  browserTrial?: Trial | undefined
  takePictures?: TakePictures
  now?: (() => Date) | undefined
  place?: string | undefined
  previews?: { url: string; environment: string }
  mail?: MailTransport
  internalWebhooks?: boolean
  rehearsing?: { days: number; of: string }
}

/** A registry with its own database and folder. */
export async function freshRegistry(engine: TestEngine, pretended?: (files: string) => Pretended) {
  const database = await engine.create()
  const files = mkdtempSync(join(tmpdir(), 'marram-files-'))
  const registry = await startRegistry(database.location, files, pretended?.(files))
  return {
    registry,
    database,
    files,
    async remove() {
      await registry.close()
      await database.drop()
      rmSync(files, { recursive: true, force: true })
    },
  }
}
