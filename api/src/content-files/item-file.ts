import { OperatorMistake } from '../operator-mistake'

/**
 * An item as a file: fields between two lines of `---`, then its description as HTML.
 * A field's value is plain text, or JSON where it is a number, true, false, null, a list, an object or quoted.
 */
export function readItemFile(name: string, text: string): Record<string, unknown> {
  const parts = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text)
  if (!parts) throw new OperatorMistake(`${name}: must begin with fields between two lines of ---`)
  const fields: Record<string, unknown> = {}
  for (const line of (parts[1] as string).split(/\r?\n/)) {
    if (line.trim() === '') continue
    const field = /^(\w+):(.*)$/s.exec(line)
    if (!field) throw new OperatorMistake(`${name}: “${line}” is not a field`)
    fields[field[1] as string] = readValue(name, (field[2] as string).trim())
  }
  return { ...fields, description: (parts[2] as string).trim() }
}

export function writeItemFile({ description, ...fields }: Record<string, unknown>): string {
  const lines = Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}: ${writeValue(value)}`)
  return `---\n${lines.join('\n')}\n---\n${description}\n`
}

const json = /^(?:[{["]|-?\d+$|true$|false$|null$)/

function readValue(name: string, text: string): unknown {
  if (!json.test(text)) return text
  try {
    return JSON.parse(text)
  } catch {
    throw new OperatorMistake(`${name}: “${text}” is not JSON`)
  }
}

const writeValue = (value: unknown) =>
  typeof value === 'string' && value === value.trim() && value !== '' && !json.test(value) && !/[\r\n]/.test(value)
    ? value
    : JSON.stringify(value)
