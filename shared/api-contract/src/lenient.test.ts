import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { endpoints } from './endpoints'
import { optionsOf } from './forms/forms'
import { readLeniently, type Surprise } from './lenient'

const read = (schema: z.ZodMiniType, value: unknown) => {
  const surprises: Surprise[] = []
  return { value: readLeniently(schema, value, (surprise) => surprises.push(surprise)), surprises }
}

describe('reading a response of a foreign server', () => {
  it.each([
    ['a number written as text', z.number(), '42', 42],
    ['text that is no number', z.number(), 'many', 0],
    ['a number beyond all numbers', z.number(), '1e999', 0],
    ['an empty text for a number', z.number(), ' ', 0],
    ['a number for a text', z.string(), 42, '42'],
    ['a list for a text', z.string(), ['a'], ''],
    ['1 for yes', z.boolean(), 1, true],
    ['"true" for yes', z.boolean(), 'true', true],
    ['"no" for no', z.boolean(), 'no', false],
    ['an unknown choice', z.enum(['first', 'second']), 'third', 'first'],
    ['an object for a list', z.array(z.string()), { a: 1 }, []],
    ['null for a list', z.array(z.string()), null, []],
    ['a list for an object', z.object({ a: z.string() }), [], { a: '' }],
    ['a number where text or a list may stand', z.union([z.string(), z.array(z.string())]), 5, '5'],
    ['an object where text or a list may stand', z.union([z.string(), z.array(z.string())]), {}, []],
    ['nothing where one or a list may stand', z.union([z.object({ a: z.string() }), z.array(z.string())]), null, []],
  ] as [string, z.ZodMiniType, unknown, unknown][])('repairs %s and reports it', (_, schema, given, repaired) => {
    const { value, surprises } = read(schema, given)
    expect(value).toEqual(repaired)
    expect(surprises[0]).toMatchObject({ path: '' })
  })

  it.each([
    ['null where a value may be left out', z.optional(z.string()), null, undefined],
    ['an empty text for nothing', z.nullable(z.string()), '', null],
    ['fields that nobody knows', z.object({ a: z.string() }), { a: 'x', b: [1] }, { a: 'x', b: [1] }],
    ['one of a union as it is', z.union([z.object({ a: z.string() }), z.array(z.string())]), { a: 'x' }, { a: 'x' }],
  ] as [string, z.ZodMiniType, unknown, unknown][])('accepts %s without a report', (_, schema, given, taken) => {
    expect(read(schema, given)).toEqual({ value: taken, surprises: [] })
  })

  it('reports the place of each surprise', () => {
    const schema = z.object({ list: z.array(z.object({ slug: z.string(), title: z.string() })) })
    const { surprises } = read(schema, {
      list: [
        { slug: 'a', title: 'A' },
        { slug: 'b', title: null },
      ],
    })
    expect(surprises).toEqual([{ path: '.list[1].title', expected: 'string', found: 'null' }])
  })

  it('drops empty items, and reports their place', () => {
    const { value, surprises } = read(z.array(z.object({ slug: z.string() })), [
      null,
      { slug: 'a' },
      7,
      'b',
      [],
      {},
      { slug: null, other: 1 },
    ])
    expect(value).toEqual([{ slug: 'a' }])
    expect(surprises.map(({ path }) => path)).toEqual(['[0]', '[2]', '[3]', '[4]', '[5]', '[6]'])
    expect(read(z.array(z.string()), ['a', null, 3]).value).toEqual(['a', '', '3'])
  })

  it('turns any JSON into a value that every call’s schema accepts, without ever throwing', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.values(endpoints)), fc.jsonValue(), ({ data }, given) => {
        expect((data as z.ZodMiniType).safeParse(readLeniently(data, given)).error).toBeUndefined()
      }),
      { numRuns: 3000 },
    )
  })

  it('repairs a record with any value in any one field', () => {
    const event = {
      slug: 'a',
      image: '',
      title: 'A',
      description: '',
      date_from: '',
      date_to: '',
      open: true,
      form: null,
    }
    const { data } = endpoints.getSport
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(event), 'place', '__proto__'), fc.jsonValue(), (key, given) => {
        const sent = JSON.parse(
          `${JSON.stringify(event).slice(0, -1)},${JSON.stringify(key)}:${JSON.stringify(given)}}`,
        )
        expect(data.safeParse(readLeniently(data, sent)).error).toBeUndefined()
      }),
      { numRuns: 1000 },
    )
  })

  it('keeps only choices that can be shown, whatever a server sends as choices', () => {
    const { data } = endpoints.getForm
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (value, options) => {
        const field = { data_label: 'Size', data_type: 'selectfield', data_value: value, options }
        const form = readLeniently(data, { form_name: 'x', submission_form: [field] })
        expect(form.submission_form).toHaveLength(1)
        for (const choice of optionsOf(form.submission_form[0] as never)) expect(choice.trim()).not.toBe('')
      }),
    )
  })

  it('reports nothing for a response that matches the contract', () => {
    const news = {
      slug: 'a',
      image: '',
      title: 'A',
      description: '',
      date: '2027-04-17',
      category: { title: 'B', slug: 'b' },
    }
    expect(read(endpoints.listMainNews.data, [news])).toEqual({ value: [news], surprises: [] })
  })
})
