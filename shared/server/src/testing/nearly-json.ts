import fc, { type Arbitrary } from 'fast-check'
import { anyJsonText, numberText, objectText, oddText } from './any-json'

export type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/** By key, values that mean something under it, so that more than the first check is reached. */
export type Likely = Record<string, unknown[]>

/** JSON text that matches a schema, or differs from it in one or two places. */
export const nearlyJson = (schema: JsonSchema, likely: Likely): Arbitrary<string> => wholly(schema, likely)

const roughly = (schema: JsonSchema, likely: Likely, key?: string): Arbitrary<string> =>
  fc.oneof({ weight: 12, arbitrary: wholly(schema, likely, key) }, { weight: 1, arbitrary: anyJsonText })

function wholly(schema: JsonSchema, likely: Likely, key = ''): Arbitrary<string> {
  const { type, properties, required, items, anyOf, oneOf } = schema
  const options = anyOf ?? oneOf
  if (options) return fc.oneof(...options.map((option) => wholly(option, likely, key)))
  const choices = 'const' in schema ? [schema.const] : schema.enum
  if (choices) return fc.constantFrom(...choices).map((choice) => JSON.stringify(choice))
  if (properties) return members(properties, required, likely).map(objectText)
  const known = (likely[key] ?? []).map((value) => JSON.stringify(value))
  if (items) {
    const list = fc.array(roughly(items, likely), { maxLength: 4 }).map((all) => `[${all.join(',')}]`)
    return known.length > 0 ? fc.oneof(fc.constantFrom(...known), list) : list
  }
  if (type === 'null') return fc.constant('null')
  if (type === 'boolean') return fc.boolean().map(String)
  const odd =
    type === 'string' ? oddText.map((text) => JSON.stringify(text)) : type === 'object' ? anyJsonText : numberText
  return known.length > 0 ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, odd) : odd
}

/** Nearly always each key once, half of the time where it may be left out, and now and then another one or one twice. */
function members(
  properties: Record<string, JsonSchema>,
  required: string[] | undefined,
  likely: Likely,
): Arbitrary<[string, string][]> {
  const named = Object.entries(properties).map(([key, schema]) =>
    fc.oneof(
      { weight: 12, arbitrary: roughly(schema, likely, key).map((value): [string, string][] => [[key, value]]) },
      { weight: required?.includes(key) ? 1 : 12, arbitrary: fc.constant<[string, string][]>([]) },
    ),
  )
  const more = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...Object.keys(properties)), oddText), anyJsonText), {
    maxLength: 1,
  })
  return fc
    .tuple(fc.tuple(...named), fc.oneof({ weight: 5, arbitrary: fc.constant<[string, string][]>([]) }, more))
    .map(([own, others]) => [...own.flat(), ...others])
}
