/**
 * Replaces `zod/mini` in browser builds that check no input (`shared/build`) and saves six kilobytes on every page: its
 * schemas can be read by `readLeniently`, and cannot validate.
 */
type Definition = { type: string; [part: string]: unknown }
type Shape = { _zod: { def: Definition }; check(...checks: unknown[]): Shape; [more: string]: unknown }

const described = (def: Definition, more: Record<string, unknown> = {}): Shape => {
  const shape: Shape = { _zod: { def }, check: () => shape, ...more }
  return shape
}

export const string = () => described({ type: 'string' })
export const email = string
export const url = string
export const number = () => described({ type: 'number' })
export const int = number
export const boolean = () => described({ type: 'boolean' })
export const literal = (value: unknown) => described({ type: 'literal', values: [value] })
export const array = (element: Shape) => described({ type: 'array', element })
export const optional = (innerType: Shape) => described({ type: 'optional', innerType })
export const nullable = (innerType: Shape) => described({ type: 'nullable', innerType })
export const nullish = (innerType: Shape) => optional(nullable(innerType))
export const union = (options: Shape[]) => described({ type: 'union', options })
export const discriminatedUnion = (_key: string, options: Shape[]) => union(options)
export const unknown = () => described({ type: 'unknown' })
export const record = () => described({ type: 'record' })
export const object = (shape: Record<string, Shape>) => described({ type: 'object', shape }, { shape })
export const extend = (schema: Shape, shape: Record<string, Shape>) =>
  object({ ...(schema.shape as Record<string, Shape>), ...shape })
export const catchall = (schema: Shape) => schema
const enumOf = (options: readonly string[]) =>
  described({ type: 'enum', entries: Object.fromEntries(options.map((each) => [each, each])) }, { options })

export { enumOf as enum }

const noCheck = () => undefined
export const [check, refine, regex, trim, normalize, overwrite, minLength, maxLength, gte, lte] = Array.from(
  { length: 10 },
  () => noCheck,
)

const cannot = () => {
  throw new Error('This build only describes what it reads: a part that checks input names zod in its package.json.')
}
export const parse = cannot
export const safeParse = cannot
