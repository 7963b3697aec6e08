import { ApiError } from '@marram/sdk/api-error'
import { expect, it } from 'vitest'
import { unlessMissing } from './unless-failed'

const tried = (code: number, cause?: unknown) =>
  unlessMissing(Promise.reject(new ApiError('answer', code, 'no', { cause })))
const page = new SyntaxError('Unexpected token < in JSON')

it('treats as missing what a host does not have, or has a page instead of', async () => {
  expect(await Promise.all([tried(404), tried(405), tried(501), tried(502, page)])).toEqual([null, null, null, null])
})

it.each([429, 500, 502, 503])('does not treat as missing what a server fails to send with %i', async (code) => {
  await expect(tried(code)).rejects.toThrow('no')
})
