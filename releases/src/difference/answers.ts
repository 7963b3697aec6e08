import { z } from 'zod'

const text = z.string()
const lines = <Value extends z.ZodType>(value: Value) =>
  z.array(z.object({ name: text, before: value.nullable(), after: value.nullable() }))

/** What differs between a version and the live one; null where one of the two does not have it. */
export const difference = z.object({
  environment: text,
  part: text,
  version: text,
  live: text.describe('The version of everyone that no rollout is about: what `before` is about.'),
  files: lines(z.int()).describe('In bytes, by names without the digests that builds put into them.'),
  sizes: lines(z.int()).describe('In bytes, for browsers and for servers as a whole.'),
  patterns: lines(text).describe('Addresses of pages, and for whom they are.'),
  modules: lines(text).describe('Shared modules and the host contract: versions of a shell, ranges of a section.'),
})
