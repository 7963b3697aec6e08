import { parseEnvironment } from '@marram/server/environment'
import { describe, expect, it } from 'vitest'
import { edgeEnvironment } from './settings'

const read = (TRUST_PROXY: string) => parseEnvironment(edgeEnvironment, { TRUST_PROXY })

describe('TRUST_PROXY', () => {
  it.each(['', 'false', 'off', '0'])('trusts nobody with "%s"', (text) => {
    expect(read(text)).toMatchObject({ success: true, data: { TRUST_PROXY: false } })
  })

  it.each([
    ['127.0.0.1', ['127.0.0.1']],
    ['127.0.0.1, 10.0.0.0/8', ['127.0.0.1', '10.0.0.0/8']],
    ['loopback,::1/128', ['loopback', '::1/128']],
  ])('trusts proxies with "%s"', (text, proxies) => {
    expect(read(text)).toMatchObject({ success: true, data: { TRUST_PROXY: proxies } })
  })

  it.each(['true', 'yes', 'TRUE'])('refuses "%s", which would trust everybody', (text) => {
    expect(read(text)).toEqual({
      success: false,
      lines: [expect.stringMatching(/^TRUST_PROXY: \w+ would believe whatever address a visitor claims: name the/)],
    })
  })

  it.each([
    'proxy.example',
    '127.0.0.1,',
    '127.0.0.1/33',
    '::1/129',
    '10.0.0.0/8/8',
    '10.0.0/8',
    '-1',
    '1.5',
    '127.0.0.1/',
  ])('refuses "%s"', (text) => {
    expect(read(text)).toEqual({ success: false, lines: [expect.stringContaining(`TRUST_PROXY: ${text} names no`)] })
  })
})
