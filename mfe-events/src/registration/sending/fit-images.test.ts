import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { FormValues } from '../fields/field'
import { fieldsOf, filledFields } from '../fields/form-values'
import { fitImages, isTooLarge, tooLarge } from './fit-images'

const url = (length: number) => `data:image/jpeg;base64,${'A'.repeat(length)}`
const file = (length: number) => ({ kind: 'file' as const, value: url(length) })
const fields = (labels: string[]) =>
  fieldsOf([
    ...labels.map((data_label) => ({ data_label, data_type: 'file', data_value: null })),
    { data_label: 'Words', data_type: 'textfield', data_value: null },
  ])
/** Like a canvas: a quarter of the pixels for half the side. */
const smaller = vi.fn(async (image: string, side: number) => image.slice(0, Math.max(60, (image.length * side) / 2400)))

describe('images of one form', () => {
  it('that fit are left unchanged', async () => {
    const answers = { A: file(1000), B: file(2000) }
    expect(await fitImages(fields(['A', 'B']), answers, { most: 4000, smaller })).toEqual(answers)
    expect(smaller).not.toHaveBeenCalled()
  })

  it('that are too large together are made smaller, the largest first', async () => {
    const answers = { A: file(300), B: file(5000), C: file(6000) }
    const fitted = await fitImages(fields(['A', 'B', 'C']), answers, { most: 9000, smaller })
    expect(fitted.A).toEqual(answers.A)
    expect(fitted.B?.value.length).toBeLessThan(5000)
    expect(fitted.C?.value.length).toBeLessThan(6000)
  })

  it('fit into the request, with multi-byte letters counted, or are named', async () => {
    const labels = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(labels, fc.nat(40_000), fc.string({ unit: 'binary' }), async (names, length, words) => {
        const all = fields(names.filter((name) => name !== 'Words'))
        const answers: FormValues = Object.fromEntries([
          ...all.slice(0, -1).map(({ key }, i) => [key, file((length * (i + 1)) % 40_000)]),
          ['Words', { kind: 'textfield', value: words }],
        ])
        const most = 100_000
        const fitted = await fitImages(all, answers, { most, smaller })
        const body = new TextEncoder().encode(JSON.stringify(filledFields(all, fitted))).length
        if (isTooLarge(all, fitted, most)) expect(tooLarge(all, fitted, '').length).toBeGreaterThan(0)
        else expect(body).toBeLessThanOrEqual(most)
      }),
    )
  })

  it('are named from the largest on, when shrinking does not help', () => {
    const answers = { A: file(2_000_000), B: file(4_000_000) }
    const problems = tooLarge(fields(['A', 'B']), answers, 'Too large.')
    expect(problems.map(({ id }) => id)).toEqual(['field-2', 'field-1'])
    expect(problems[0]?.message).toContain('“B” has 3.0 MB')
    expect(tooLarge(fields([]), {}, 'Too large.')).toEqual([{ message: 'Too large.' }])
  })
})
