// @vitest-environment happy-dom
import type { DefinedField } from '@marram/api-contract/forms'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fieldsOf, filledFields } from './fields/form-values'
import { openForm } from './testing/open-form'

const server = vi.hoisted(() => ({ send: vi.fn(), get: vi.fn() }))
vi.mock('../api', () => ({ sendForm: server.send, getForm: server.get }))
vi.mock('./draft/draft-pictures', () => ({ readPictures: async () => ({}), keepPictures: async () => {} }))

const text = fc.oneof(
  fc.constantFrom('Name', 'Name', 'Name (2)', 'toString', '__proto__', '', ' ', '<b>x</b>'),
  fc.string(),
)
const anyField: fc.Arbitrary<DefinedField> = fc.record(
  {
    data_label: text,
    data_type: fc.oneof(fc.constantFrom('textfield', 'paragraph', 'selectfield', 'file'), fc.string()),
    data_value: fc.oneof(fc.constant(null), text, fc.array(text, { maxLength: 4 })),
    options: fc.array(text, { maxLength: 9 }),
    required: fc.boolean(),
    hint: text,
  },
  { requiredKeys: ['data_label', 'data_type', 'data_value'] },
)

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  // The editors never load here.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server.get.mockReturnValue(new Promise(() => {}))
})
afterEach(() => void vi.useRealTimers())

/** Fills in all text fields, and sends. */
async function fillAndSend(defined: DefinedField[]): Promise<void> {
  localStorage.clear()
  server.send.mockReset().mockResolvedValue({ message: 'Noted.' })
  const page = await openForm(defined)
  const fields = fieldsOf(defined)
  const typed = fields.filter(({ kind }) => kind === 'textfield' || kind === 'paragraph')
  try {
    for (const { id } of fields) {
      expect(page.all(`#${id}`)).toHaveLength(1)
      expect(page.one(`label[for=${id}]`)?.textContent?.trim()).not.toBe('')
    }
    for (const { id } of typed) await page.type(id, `typed ${id}`)
    await page.send()
    const missing = fields.filter((field) => field.required && !typed.includes(field))
    expect(page.all('[role=alert] li a').map((link) => link.getAttribute('href'))).toEqual(
      missing.map(({ id }) => `#${id}`),
    )
    const answers = Object.fromEntries(
      typed.map(({ key, kind, id }) => [
        key,
        { kind, value: kind === 'paragraph' ? `<p>typed ${id}</p>` : `typed ${id}` },
      ]),
    )
    const sent = server.send.mock.calls.map(([, body]) => body)
    // Choices and images are left out: without text fields there is nothing to send.
    expect(sent).toEqual(missing.length > 0 || typed.length === 0 ? [] : [filledFields(fields, answers)])
  } finally {
    await page.close()
  }
}

/** The sources of a section have no types of Node. */
declare const process: { env: { TEST_RUNS?: string } }
/** `npm run verify` runs more. */
const RUNS = 12 * Number(process.env.TEST_RUNS || 1)

it('any form has a labelled control for each field, requires what is required, and sends the rest as entered', async () => {
  await fc.assert(fc.asyncProperty(fc.array(anyField, { minLength: 1, maxLength: 9 }), fillAndSend), { numRuns: RUNS })
})

it('a form of sixty fields works like any other', async () => {
  await fc.assert(fc.asyncProperty(fc.array(anyField, { minLength: 60, maxLength: 60 }), fillAndSend), {
    numRuns: 1,
    endOnFailure: true,
  })
})
