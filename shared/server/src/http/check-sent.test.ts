import { expect, it } from 'vitest'
import { z } from 'zod'
import { checkSent, readSent } from './check-sent'

const incomparable = { length: { toString: 0 } }
const schemas = {
  text: z.string().max(3),
  list: z.array(z.string()).min(1),
  whole: z.object({ name: z.string().max(3) }),
}

it.each(Object.entries(schemas))('a length that cannot be compared is not a valid %s', (_, schema) => {
  expect(readSent(schema, incomparable)).toBeUndefined()
  expect(readSent(schema, { name: incomparable })).toBeUndefined()
})

it('a valid value is returned', () => {
  expect(readSent(schemas.whole, { name: 'Ada', other: 1 })).toEqual({ name: 'Ada' })
})

it('other errors are not reported as mistakes of the sender', () => {
  const broken = () => {
    throw new RangeError('too deep')
  }
  expect(() => checkSent(broken, () => undefined)).toThrow('too deep')
})
