import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { openEntries, withoutUmask } from '@marram/server/testing/open-entries'
import { expect, it } from 'vitest'
import { fakeRegistry } from './testing/fake-registry'
import { entryOf, fakeSection, fakeShell } from './testing/fake-releases'

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

it('nothing that an edge writes is readable for other accounts, only for its render processes', {
  timeout: 90_000,
}, async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-closed-'))
  const data = path.join(folder, 'data')
  const [registry, port] = await Promise.all([fakeRegistry(), freePort()])
  const releases = [fakeShell(), fakeSection('events', '1.0.0')]
  registry.publish(...releases)
  registry.promote(Object.fromEntries(releases.map((release) => [release.manifest.name, [entryOf(release)]])))
  const edge = await withoutUmask(() =>
    spawn(process.execPath, ['--import', 'tsx', path.join(import.meta.dirname, 'main.ts')], {
      env: {
        ...process.env,
        ...{ PORT: String(port), MARRAM_DATA: data, RENDER_PROCESSES: '1', LOG_LEVEL: 'silent', DRAIN_MS: '0' },
        ...{ API_HOST: registry.url, RELEASES_URL: registry.url, RENDER_TIMEOUT_MS: '20000' },
      },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  )
  const ended = once(edge, 'exit')
  try {
    await Promise.race([once(edge, 'message'), ended])
    const render = async () =>
      (await fetch(`http://127.0.0.1:${port}/events`).catch(() => undefined))?.headers.get('x-marram-render')
    await expect.poll(render).toMatch(/^server/)
    expect(fs.readdirSync(path.join(data, 'edge/releases')).length).toBeGreaterThan(1)
    expect(openEntries(data)).toEqual([])
  } finally {
    edge.kill('SIGTERM')
    await ended
    await registry.close()
    fs.rmSync(folder, { recursive: true, force: true })
  }
})
