import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy'

const HOST = 'localhost:3000'
const SCRIPTS = ['/releases/files/shell/1.0.0/', '/releases/files/events/2.0.0/', '/releases/files/events/1.0.0/']
const hash = `'sha256-${createHash('sha256').update('boot()').digest('base64')}'`
type Given = { MEDIA_HOST?: string; PUBLIC_URL?: string; host?: string; origin?: string | undefined }

function policy({ host = HOST, MEDIA_HOST = '', PUBLIC_URL = `http://${HOST}`, ...more }: Given = {}): string {
  const given = { bootScript: 'boot()', scripts: SCRIPTS, origin: PUBLIC_URL, ...more }
  return contentSecurityPolicy(given, { MEDIA_HOST, PUBLIC_URL })(host)
}
const scriptsIn = (text: string) => /script-src ([^;]*)/.exec(text)?.[1]?.split(' ')
const at = (origin: string) => SCRIPTS.map((path) => origin + path)

describe('the policy of a document', () => {
  it('is the same for a composition, and denies by default', () => {
    expect(policy().split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hash} ${at('http://localhost:3000').join(' ')}`,
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

  it('names the reporting group only for browsers that support it, because they ignore the address then', () => {
    expect(policy({ PUBLIC_URL: 'https://marram.example' })).toMatch(
      /; report-uri \/releases\/reports\/policy; report-to policy$/,
    )
  })

  it('names the host of pictures when it is not this site', () => {
    const text = policy({ MEDIA_HOST: 'https://media.example/pictures' })
    expect(text).toContain("img-src 'self' data: blob: https://media.example;")
  })

  it('never allows inline scripts, nor other scripts of this site', () => {
    expect(String(scriptsIn(policy()))).not.toMatch(/self|unsafe|nonce|data:|\*/)
  })

  it('names the host of the request, as well as the public one behind a proxy', () => {
    const [, ...scripts] = scriptsIn(policy({ host: '192.0.2.7:8080' })) ?? []
    expect(scripts).toEqual([...at('http://localhost:3000'), ...at('192.0.2.7:8080')])
    expect(scriptsIn(policy({ host: 'localhost:3004', origin: undefined }))).toEqual([hash, ...at('localhost:3004')])
  })

  it.each(['*', "'self'", 'a b', 'a;script-src *', 'a,b', 'https://elsewhere.example', '[::1]:3000', ''])(
    'accepts no host that would change the policy: %s',
    (host) => expect(policy({ host })).toBe(policy()),
  )

  it('stays within a kilobyte for five parts with one fallback each', () => {
    const version = '1.0.0-0123456789abcdef'
    const scripts = ['shell', 'mfe-content', 'mfe-events', 'mfe-quiz', 'mfe-account'].flatMap((part) =>
      ['', '-old'].map((old) => `/releases/files/${part}/${version}${old}/`),
    )
    const settings = { MEDIA_HOST: '', PUBLIC_URL: 'https://www.marram.example' }
    const text = contentSecurityPolicy({ bootScript: '', scripts, origin: settings.PUBLIC_URL }, settings)('')
    expect(scriptsIn(text)?.join(' ').length).toBeLessThan(1024)
  })
})
