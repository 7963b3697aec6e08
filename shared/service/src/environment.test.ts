import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { amount, describeEnvironment, flag, parseEnvironment, port } from './environment'

const schema = z.object({
  PORT: port.default(3000).describe('Where it listens.'),
  SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  LIMIT: amount(60).default(60),
  QUIET: flag.default(false),
})

describe('the environment of a service', () => {
  it('is read as numbers and flags, with defaults for what is unset or empty', () => {
    expect(parseEnvironment(schema, { PORT: '8080', LIMIT: '', QUIET: 'yes', PATH: '/bin' })).toEqual({
      success: true,
      data: { PORT: 8080, LIMIT: 60, QUIET: true },
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

  it('can be listed', () => {
    expect(describeEnvironment(schema)[0]).toEqual({ name: 'PORT', description: 'Where it listens.', standard: '3000' })
  })
})
