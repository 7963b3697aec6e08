import type * as z from 'zod/mini'

export type Surprise = { path: string; expected: string; found: string }

type Definition = {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  entries?: Record<string, string | number>
  options?: z.ZodMiniType[]
}
const definition = (schema: z.ZodMiniType) => (schema as unknown as { _zod: { def: Definition } })._zod.def
const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** The option of a union with the kind of the given value; else the one with the emptiest value. */
function likeliest(options: z.ZodMiniType[], kind: string): z.ZodMiniType {
  const of = (type: string) => options.find((option) => definition(option).type === type)
  const scalar = ['number', 'boolean', 'string'].includes(kind)
  return of(kind) ?? (scalar ? of('string') : undefined) ?? of('array') ?? (options[0] as z.ZodMiniType)
}

/** Drops items that are not records: they would be shown as empty cards. */
function readItems(element: z.ZodMiniType, items: unknown[], report: (surprise: Surprise) => void, path: string) {
  const { type, shape = {} } = definition(element)
  const hasText = (item: unknown) =>
    kindOf(item) === 'object' && Object.keys(shape).some((key) => (item as Record<string, unknown>)[key] != null)
  return items.flatMap((item, i) => {
    const place = `${path}[${i}]`
    if (type !== 'object' || hasText(item)) return [read(element, item, report, place)]
    report({ path: place, expected: type, found: kindOf(item) })
    return []
  })
}

/**
 * Reads a foreign response through a schema without ever throwing: numbers in texts are read, a missing or wrong value
 * becomes the emptiest one of its kind, empty items are left out, unknown fields stay. Every repair is reported.
 */
export function readLeniently<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  report: (surprise: Surprise) => void = () => {},
  path = '',
): z.output<Schema> {
  return read(schema, value, report, path) as z.output<Schema>
}

function read(schema: z.ZodMiniType, value: unknown, report: (surprise: Surprise) => void, path: string): unknown {
  const def = definition(schema)
  const surprise = <T>(repaired: T): T => {
    report({ path, expected: def.type, found: kindOf(value) })
    return repaired
  }
  switch (def.type) {
    case 'object': {
      const given =
        kindOf(value) === 'object' ? (value as Record<string, unknown>) : surprise<Record<string, unknown>>({})
      const known = Object.entries(def.shape ?? {}).map(([key, part]) => [
        key,
        read(part, given[key], report, `${path}.${key}`),
      ])
      return { ...given, ...Object.fromEntries(known) }
    }
    case 'array':
      if (!Array.isArray(value)) return surprise([])
      return readItems(def.element as z.ZodMiniType, value, report, path)
    case 'optional':
      return value == null ? undefined : read(def.innerType as z.ZodMiniType, value, report, path)
    case 'nullable':
      return value == null || value === '' ? null : read(def.innerType as z.ZodMiniType, value, report, path)
    case 'string':
      if (typeof value === 'string') return value
      if (typeof value === 'number' || typeof value === 'boolean') return surprise(String(value))
      return surprise('')
    case 'number':
      if (typeof value === 'number' && Number.isFinite(value)) return value
      return surprise(
        typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : 0,
      )
    case 'boolean':
      if (typeof value === 'boolean') return value
      return surprise(value === 1 || value === '1' || value === 'true')
    case 'enum':
      if (Object.values(def.entries ?? {}).includes(value as string)) return value
      return surprise(Object.values(def.entries ?? {})[0])
    case 'union':
      return read(likeliest(def.options ?? [], kindOf(value)), value, report, path)
    default:
      return value
  }
}
