import fc, { type Arbitrary } from 'fast-check'
import * as z from 'zod/mini'
import { anyJsonText, numberText, objectText, oddText } from './any-json'
import { PASSWORD } from './visitor'

type JsonSchema = {
  type?: string
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  enum?: unknown[]
  anyOf?: JsonSchema[]
}

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const TOKEN = `00000000-0000-4000-8000-000000000000.${'x'.repeat(43)}`

/** Values that mean something under a key, so that more than the first check is reached. */
const likely: Record<string, unknown[]> = {
  email: ['reader@example.org', '9876543210', '0123456789'],
  phone: ['0123456789', '9876543210', '+44 20 7946 0000'],
  password: [PASSWORD, 'sea\0lavender', 'x'.repeat(201)],
  password2: [PASSWORD],
  access_token: ['a.b.c', TOKEN],
  refresh_token: [TOKEN, 'unknown'],
  name: ['Rosalind Okafor', 'Zoë', '🌊'.repeat(100)],
  quiz: [900_001, '900001', 900_002],
  submitted_form: ['sports-entry', 'helping-hands', 'league-profile'],
  form: ['helping-hands', 42],
  data_label: ['Name', 'Full name', 'Phone number', 'Photo for your badge', 'What would you like to do?'],
  data_value: ['Rosalind', 'Wash cups', PIXEL, 'data:image/png;base64,AAAA', ['Wash cups']],
}

/** Text of bodies that a schema takes, or takes but for a place or two. */
export const nearly = (schema: z.ZodMiniType): Arbitrary<string> =>
  wholly(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema)

const roughly = (schema: JsonSchema, key?: string): Arbitrary<string> =>
  fc.oneof({ weight: 12, arbitrary: wholly(schema, key) }, { weight: 1, arbitrary: anyJsonText })

function wholly({ type, properties, items, enum: choices, anyOf }: JsonSchema, key = ''): Arbitrary<string> {
  if (anyOf) return fc.oneof(...anyOf.map((option) => wholly(option, key)))
  if (choices) return fc.constantFrom(...choices).map((choice) => JSON.stringify(choice))
  if (properties) return members(properties).map(objectText)
  if (items) return fc.array(roughly(items), { maxLength: 4 }).map((list) => `[${list.join(',')}]`)
  if (type === 'null') return fc.constant('null')
  if (type === 'boolean') return fc.boolean().map(String)
  const known = (likely[key] ?? []).map((value) => JSON.stringify(value))
  const odd = type === 'string' ? oddText.map((text) => JSON.stringify(text)) : numberText
  return known.length > 0 ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, odd) : odd
}

/** Nearly always each key once, and now and then another one or one twice. */
function members(properties: Record<string, JsonSchema>): Arbitrary<[string, string][]> {
  const named = Object.entries(properties).map(([key, schema]) =>
    fc.oneof(
      { weight: 12, arbitrary: roughly(schema, key).map((value): [string, string][] => [[key, value]]) },
      { weight: 1, arbitrary: fc.constant<[string, string][]>([]) },
    ),
  )
  const more = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...Object.keys(properties)), oddText), anyJsonText), {
    maxLength: 1,
  })
  return fc
    .tuple(fc.tuple(...named), fc.oneof({ weight: 5, arbitrary: fc.constant<[string, string][]>([]) }, more))
    .map(([own, others]) => [...own.flat(), ...others])
}
