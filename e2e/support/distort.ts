import type { AnyEndpoint } from '@marram/api-contract/endpoint'

/**
 * `odd`: all is there, and nearly nothing of the kind that was agreed. `scant`: the same, and most of it null or
 * missing, with things in lists that are no items. `empty`: no list has an item and no record a field.
 */
export type Temper = 'odd' | 'scant' | 'empty'

type Rules = {
  path: string
  temper: Temper
  endpoint: AnyEndpoint
  /** The number that this host calls a form by, by its slug. */
  formIds: Map<string, number>
  host: string
}
type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What this host answers where ours answers `body`. */
export function distort(body: Fields, rules: Rules): unknown {
  const { path, temper, endpoint } = rules
  if (body.code !== 200) return { code: String(body.code), response: 'Not here', Data: null }
  // The other key than the one that was agreed, wherever the length of the path is odd.
  const agreed = endpoint.envelope === 'Data'
  const key = agreed === (path.length % 2 === 0) ? 'Data' : 'data'
  const data = oddly(body.data ?? body.Data, definitionOf(endpoint.data), rules, 0)
  const code = [{ code: '200' }, { code: 200, message: 'OK' }, {}][path.length % 3]
  if (temper === 'odd') return { ...code, [key]: data, server: 'foreign', links: { self: path } }
  if (temper === 'scant') return { ...code, [key]: Array.isArray(data) ? scantList(data) : scantRecord(data as Fields) }
  const nothing = Array.isArray(data) ? [[], null, {}, undefined] : [{}, null, [], undefined]
  return { ...code, [key]: nothing[path.length % 4] }
}

type Definition = { type?: string; shape?: Fields; element?: unknown; innerType?: unknown; options?: unknown[] }
const definitionOf = (schema: unknown): Definition =>
  (schema as { _zod?: { def: Definition } } | undefined)?._zod?.def ?? {}

/** The same in other kinds, without the fields that are additions of ours, and with some of its own. */
function oddly(value: unknown, definition: Definition, rules: Rules, at: number, name = ''): unknown {
  const { type, innerType, options = [] } = definition
  if (type === 'optional' || type === 'nullable') return oddly(value, definitionOf(innerType), rules, at, name)
  if (type === 'union') {
    const wanted = Array.isArray(value) ? 'array' : 'object'
    return oddly(value, options.map(definitionOf).find((option) => option.type === wanted) ?? {}, rules, at, name)
  }
  if (Array.isArray(value)) return value.map((item, i) => oddly(item, definitionOf(definition.element), rules, i, name))
  if (isObject(value)) return oddRecord(value, definition, rules, at)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'boolean') return value ? [1, '1', 'true', true][at % 4] : [0, '', 'false', null][at % 4]
  if (typeof value !== 'string') return value
  if (name === 'form') return numberOf(value, rules.formIds)
  if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return [value, `${value}T09:30:00Z`, `${value}T00:00:00+01:00`][at % 3]
  if (value.startsWith('/media/')) return [value, value.slice(1), `${rules.host}${value}`, `uploads/${at}.svg`][at % 4]
  return value
}

function oddRecord(record: Fields, { shape = {} }: Definition, rules: Rules, at: number): Fields {
  const kept = Object.entries(record).filter(
    ([name]) => definitionOf(shape[name]).type !== 'optional' || isForForms(name),
  )
  const odd = kept.map(([name, value]) => [name, oddly(value, definitionOf(shape[name]), rules, at, name)])
  const fields: Fields = {
    id: at + 1,
    ...Object.fromEntries(odd),
    created_at: '2026-01-01 00:00',
    meta: { views: '12' },
  }
  const unknown = { data_label: 'Favourite colour', data_type: 'colourpicker', data_value: null, widget: {} }
  if (Array.isArray(fields.submission_form)) fields.submission_form.push(unknown)
  return fields
}

/** Every host has these: without its choices a field would be another one. */
const isForForms = (name: string) => name === 'options' || name === 'required'

function numberOf(form: string, ids: Map<string, number>): number {
  const id = ids.get(form) ?? ids.size + 41
  ids.set(form, id)
  return id
}

/** Some whole, some with null for most, some with nothing but a name; and between them what is no item at all. */
const scantList = (items: unknown[]): unknown[] => [
  ...items.map((item, i) => (isObject(item) && i % 3 > 0 ? scantRecord(item, i % 3 === 1) : item)),
  null,
  7,
  'nothing',
  [],
  {},
]

function scantRecord(record: unknown, withNulls = true): Fields {
  const entries = Object.entries(isObject(record) ? record : {})
  const named = ['slug', 'title', 'name', 'form_name', 'form', 'data_label', 'data_type']
  const kept = entries.flatMap(([name, value]) => {
    if (named.includes(name)) return [[name, value]]
    if (Array.isArray(value)) return [[name, scantList(value)]]
    return withNulls ? [[name, null]] : []
  })
  return Object.fromEntries(kept)
}
