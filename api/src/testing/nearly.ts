import { type JsonSchema, type Likely, nearlyJson } from '@marram/server/testing/nearly-json'
import type { Arbitrary } from 'fast-check'
import * as z from 'zod/mini'
import { PASSWORD } from './visitor'

const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const TOKEN = `00000000-0000-4000-8000-000000000000.${'x'.repeat(43)}`

const likely: Likely = {
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

/** Text of bodies that match a schema, or differ from it in one or two places. */
export const nearly = (schema: z.ZodMiniType): Arbitrary<string> =>
  nearlyJson(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, likely)
