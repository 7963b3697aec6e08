import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { apiHost, edgeToken } from './site-services'

describe('the shared secret of edge and API', () => {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-start-'))
  const file = path.join(data, 'api/edge-token')
  afterAll(() => fs.rmSync(data, { recursive: true }))

  const site = (API_HOST: string | undefined) => ({
    MARRAM_DATA: data,
    API_PORT: '3001',
    API_HOST: apiHost(API_HOST, '3001'),
  })

  it.each(['http://localhost:9999', 'https://127.0.0.1:3001', 'http://[::1]:3001', 'https://api.example'])(
    'is not created for %s, which is not the site’s own API',
    (host) => {
      expect(edgeToken(site(host))).toEqual({})
      expect(fs.existsSync(file)).toBe(false)
    },
  )

  it('is created once, readable only for this account', () => {
    const { API_EDGE_TOKEN = '' } = edgeToken(site(''))
    expect(API_EDGE_TOKEN).toMatch(/^[\w-]{43}$/)
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
    expect(edgeToken(site(undefined))).toEqual({ API_EDGE_TOKEN })
  })

  it.each(['http://127.0.0.1:3001', 'http://localhost:3001', 'http://localhost:3001/'])(
    'is also for the site’s own API by the name %s',
    (host) => expect(edgeToken(site(host))).toEqual(edgeToken(site(''))),
  )

  it('is the operator’s if set, also for their own API elsewhere', () => {
    const API_EDGE_TOKEN = 'what-an-operator-gives-to-edge-and-api'
    for (const host of ['', 'https://api.internal'])
      expect(edgeToken(site(host), API_EDGE_TOKEN)).toEqual({ API_EDGE_TOKEN })
  })
})
