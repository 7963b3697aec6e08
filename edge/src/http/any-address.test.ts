import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import type { RunningService } from '@marram/server/run-service'
import { runs } from '@marram/server/testing/how-often'
import { oddQuery, oddStep } from '@marram/server/testing/odd-address'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { type FakeRegistry, fakeRegistry } from '../testing/fake-registry'
import { entryOf, fakeSection, fakeShell } from '../testing/fake-releases'
import { startTestEdge } from '../testing/start-test-edge'

/** Responses of the edge itself, which are not forwarded. */
const addresses = [
  ...['', '/events', '/events/:step', '/:step', '/:step/:step', '/releases/composition', '/releases/preview-shows'],
  ...['/releases/preview/:step', '/releases/files/shell/1.0.0/:step', '/releases/files/:step/:step/browser/:step'],
  ...['/sitemap.xml', '/rss.xml', '/robots.txt', '/healthz', '/.well-known/:step'],
]

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-addresses-'))
let registry: FakeRegistry
let edge: RunningService

beforeAll(async () => {
  const [shell, section] = [fakeShell(), fakeSection()]
  registry = await fakeRegistry()
  registry.publish(shell, section)
  registry.promote({ shell: [entryOf(shell)], events: [entryOf(section)] })
  edge = await startTestEdge({ folder, api: registry, registry, log: fakeLog().log })
})
afterAll(async () => {
  await edge.close()
  await registry.close()
  fs.rmSync(folder, { recursive: true })
})

const agent = new http.Agent({ keepAlive: true })
type Answer = { status: number; headers: http.IncomingHttpHeaders; body: string }
function ask(method: string, target: string): Promise<Answer> {
  const { hostname, port } = new URL(edge.url)
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, path: target, method, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode as number,
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      )
    })
    request.on('error', reject).end()
  })
}

it('every address gets a response: its page or file, or a message', async () => {
  const seen = new Set<number>()
  const asked = fc.constantFrom(...addresses).chain((address) => {
    const steps = address.split(':step').length - 1
    return fc
      .tuple(fc.array(oddStep, { minLength: steps, maxLength: steps }), oddQuery)
      .map(([chosen, query]) => chosen.reduce((target, step) => target.replace(':step', () => step), address) + query)
      .map((target) => (target.startsWith('/') ? target : `/${target}`))
  })
  const answered = fc.asyncProperty(asked, fc.constantFrom('GET', 'GET', 'HEAD'), async (target, method) => {
    const { status, headers, body } = await ask(method, target)
    expect(status, target).toBeLessThan(500)
    expect(headers['x-content-type-options'], target).toBe('nosniff')
    // Responses without a type come from the fake registry, to which unknown addresses are forwarded.
    if (status < 400 || method === 'HEAD' || headers['content-type'] === undefined) return
    seen.add(status)
    if (headers['content-type']?.startsWith('application/json'))
      expect(JSON.parse(body)).toMatchObject({ code: status, message: expect.stringMatching(/\w/) })
    else
      expect([headers['content-type'], body], `${status} ${target}`).toEqual([
        'text/html; charset=utf-8',
        expect.stringMatching(/<title>/),
      ])
  })
  await fc.assert(answered, { numRuns: runs(300), seed: 1 })
  expect([...seen]).toEqual(expect.arrayContaining([400, 404]))
})
