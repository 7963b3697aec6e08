import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { edgeToken } from './site-services'

describe('the shared secret of edge and API', () => {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-start-'))
  const file = path.join(data, 'api/edge-token')
  afterAll(() => fs.rmSync(data, { recursive: true }))

  it('is created only for the site’s own API', () => {
    expect(edgeToken(data, { API_HOST: 'http://localhost:9999' })).toEqual({})
    expect(fs.existsSync(file)).toBe(false)
  })

  it('is created once, readable only for this account', () => {
    const { API_EDGE_TOKEN = '' } = edgeToken(data, { API_HOST: '' })
    expect(API_EDGE_TOKEN).toMatch(/^[\w-]{43}$/)
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
    expect(edgeToken(data, {})).toEqual({ API_EDGE_TOKEN })
  })

  it('is the operator’s if set, also for their own API elsewhere', () => {
    const API_EDGE_TOKEN = 'what-an-operator-gives-to-edge-and-api'
    for (const API_HOST of ['', 'https://api.internal']) {
      expect(edgeToken(data, { API_EDGE_TOKEN, API_HOST })).toEqual({ API_EDGE_TOKEN })
    }
  })
})
