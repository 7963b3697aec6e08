import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { amount, describeEnvironment, flag, milliseconds, origin, parseEnvironment, port } from './environment'

const schema = z.object({
  PORT: port.default(3000).describe('Where it listens.'),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  LIMIT: amount(60).default(60),
  QUIET: flag.default(false),
  HOST: origin.default('http://127.0.0.1:1'),
  WAIT_MS: milliseconds(50).default(50),
})

describe('the environment of a service', () => {
  it('is read as numbers and flags, with defaults for unset or empty variables', () => {
    expect(parseEnvironment(schema, { PORT: '8080', LIMIT: '', QUIET: 'yes', PATH: '/bin' })).toEqual({
      success: true,
      data: { PORT: 8080, LIMIT: 60, QUIET: true, HOST: 'http://127.0.0.1:1', WAIT_MS: 50 },
    })
  })

  it('is refused with one line for each wrong variable', () => {
    const result = parseEnvironment(schema, { PORT: '99999', SECRET: 'short', LIMIT: '3' })
    expect(result.success).toBe(false)
    if (!result.success) {
      expect(result.lines.map((line) => line.split(':')[0])).toEqual(['PORT', 'SECRET', 'LIMIT'])
      expect(result.lines[1]).toBe('SECRET: must have at least 32 characters')
    }
  })

  it.each([
    [{ PORT: 'abc' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ PORT: '3.5' }, 'PORT: must be a whole number from 0 to 65535'],
    [{ LIMIT: 'abc' }, 'LIMIT: must be a whole number, at least 60'],
    [{ QUIET: 'maybe' }, 'QUIET: must be true or false'],
    [{ WAIT_MS: '9999999999' }, 'WAIT_MS: must be a whole number from 50 to 2147483647'],
  ])('reports in plain English what is wrong with %j', (given, line) => {
    expect(parseEnvironment(schema, given)).toEqual({ success: false, lines: [line] })
  })

  it.each([
    ...['http://host/base/path', 'http://host/?a', 'http://host/#a', 'http://me:secret@host', 'http://host:99999'],
    ...['ftp://host', 'host:80', 'nowhere', 'http://'],
  ])('accepts only an origin, not %s', (HOST) => {
    const lines = [expect.stringMatching(/^HOST: must be an origin, such as/)]
    expect(parseEnvironment(schema, { HOST })).toEqual({ success: false, lines })
  })

  it.each([
    ['https://Example.org/', 'https://example.org'],
    ['http://[::1]:3001', 'http://[::1]:3001'],
  ])('accepts the origin %s', (HOST, read) => {
    expect(parseEnvironment(schema, { HOST })).toMatchObject({ data: { HOST: read } })
  })

  it('can be listed', () => {
    expect(describeEnvironment(schema)[0]).toEqual({ name: 'PORT', description: 'Where it listens.', standard: '3000' })
  })
})
