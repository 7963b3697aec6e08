import { expect, it } from 'vitest'
import { headersOf } from './headers-of'

it('finds a header by its name, not in the value of another one', () => {
  const { status, header } = headersOf({ statusCode: 503, headers: ['Via', 'retry-after', 'Retry-After', '2'] })
  expect([status, header('retry-after'), header('x-marram-render')]).toEqual([503, '2', undefined])
})
