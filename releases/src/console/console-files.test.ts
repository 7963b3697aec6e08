import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { engines } from '@marram/server/testing/engines'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshRegistry } from '../testing/registry'
import { createConsole } from './console-app'

describe.each(engines.slice(0, 1))('the files of the console', (engine) => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let app: FastifyInstance
  const folder = mkdtempSync(path.join(tmpdir(), 'marram-console-'))
  beforeAll(async () => {
    fresh = await freshRegistry(engine)
    app = createConsole(fresh.registry.context, { folder, url: 'http://localhost' })
  })
  const at = (url: string) => app.inject({ url, headers: { host: 'localhost' } })
  afterAll(async () => {
    await app.close()
    await fresh.remove()
    rmSync(folder, { recursive: true })
  })

  it('are served once they are built, with a policy that allows nothing else', async () => {
    const before = await at('/console')
    expect([before.statusCode, before.body]).toEqual([503, expect.stringContaining('not built')])
    mkdirSync(path.join(folder, 'static/js'), { recursive: true })
    writeFileSync(path.join(folder, 'index.html'), '<title>Console</title>')
    writeFileSync(path.join(folder, 'static/js/index.0123.js'), 'run()')
    for (const address of ['/console', '/console/', '/console/environments/production/parts/events']) {
      const { statusCode, body, headers } = await at(address)
      expect([statusCode, body]).toEqual([200, '<title>Console</title>'])
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; object-src 'none'; script-src http:\/\/localhost\/console\/static\/; style-src 'self';/,
      )
      expect(headers['content-security-policy']).not.toContain('unsafe')
      expect(headers['permissions-policy']).toContain('camera=()')
      expect(headers['cache-control']).toBe('no-cache')
    }
    const script = await at('/console/static/js/index.0123.js')
    expect([script.body, script.headers['content-type']]).toEqual(['run()', 'text/javascript; charset=utf-8'])
    expect(script.headers['cache-control']).toContain('immutable')
  })

  it('contain only the build', async () => {
    writeFileSync(path.join(folder, 'secret'), 'mine')
    for (const address of [
      '../secret',
      '..%2fsecret',
      '%2e%2e/secret',
      'js',
      'js/none.js',
      'js/index.0123.js/more',
      'x'.repeat(300),
    ]) {
      const { statusCode, body } = await at(`/console/static/${address}`)
      expect([address, statusCode === 404 || body === '<title>Console</title>']).toEqual([address, true])
      expect(body).not.toContain('mine')
    }
  })
})
