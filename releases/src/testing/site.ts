import type { TestEngine } from '@marram/server/testing/engines'
import { environment } from '../schema'
import { fakeSection, fakeShell } from './fake-release'
import { freshRegistry, type Pretended, type TestResponse } from './registry'

/** A registry with a shell and two sections of three versions each; an environment of its own for each test. */
export async function releaseDesk(engine: TestEngine, pretended: Pretended = {}) {
  const { registry, database, files, remove } = await freshRegistry(engine, () => pretended)
  const versions = ['1.0.0', '1.1.0', '1.2.0']
  for (const release of [
    ...versions.map((version) => fakeShell(version)),
    ...versions.map((version) => fakeSection('events', version)),
    ...versions.map((version) => fakeSection('quiz', version)),
  ])
    await registry.publish(release)
  const edge = await registry.tokenFor({ role: 'edge' })
  let number = 0
  const desk = {
    registry,
    location: database.location,
    files,
    remove,
    env: '',
    /** With version 1.0.0 of everything. */
    async begin(): Promise<void> {
      desk.env = `test-${++number}`
      await registry.db.insert(environment).values({ name: desk.env })
      for (const part of ['shell', 'events', 'quiz']) await desk.act(part, 'promote', { version: '1.0.0' })
    },
    act: (part: string | null, action: string, json?: unknown, token?: string): Promise<TestResponse> =>
      registry.call('POST', `/releases/environments/${desk.env}${part ? `/parts/${part}` : ''}/${action}`, {
        json,
        ...(token !== undefined && { token }),
      }),
    /** Reports as an edge of this environment, or with another token. */
    report: (path: 'evidence' | 'diagnostics', json: unknown, token: string | null = edge): Promise<TestResponse> =>
      registry.call('POST', `/releases/environments/${desk.env}/${path}`, { json, token }),
    get: async (path = '') => (await registry.call('GET', `/releases/environments/${desk.env}${path}`)).body,
    events: async (query = '') =>
      (await registry.call('GET', `/releases/events?environment=${desk.env}${query}`)).body.events as Record<
        string,
        unknown
      >[],
  }
  return desk
}

export type ReleaseDesk = Awaited<ReturnType<typeof releaseDesk>>
