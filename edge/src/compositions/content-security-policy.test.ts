import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy'

const policy = (more: { MEDIA_HOST?: string; PUBLIC_URL?: string } = {}) =>
  contentSecurityPolicy('boot()', { MEDIA_HOST: '', PUBLIC_URL: 'http://localhost:3000', ...more })

describe('the policy of a document', () => {
  it('is one constant: what is not named is refused', () => {
    const hash = createHash('sha256').update('boot()').digest('base64')
    expect(policy().split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'self' 'sha256-${hash}'`,
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      'frame-src https://www.youtube-nocookie.com',
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      'report-uri /releases/reports/policy',
    ])
  })

  it('names the group of reports only where browsers know it: they ignore the address then', () => {
    expect(policy({ PUBLIC_URL: 'https://marram.example' })).toMatch(
      /; report-uri \/releases\/reports\/policy; report-to policy$/,
    )
  })

  it('names the host of pictures where it is not this site', () => {
    const text = policy({ MEDIA_HOST: 'https://media.example/pictures' })
    expect(text).toContain("img-src 'self' data: blob: https://media.example;")
  })

  it('never lets a script be written into a page', () => {
    expect(/script-src[^;]*/.exec(policy())?.[0]).not.toMatch(/unsafe|nonce|data:|\*/)
  })
})
