import type { Field } from './form-values'

const LONGEST_LABEL = 28

/** Short questions that follow each other stand in pairs, where there is room. Their keys. */
export function halves(fields: Field[]): Set<string> {
  const narrow = new Set<string>()
  for (let i = 0; i + 1 < fields.length; i++) {
    const [one, other] = [fields[i] as Field, fields[i + 1] as Field]
    if (!isShort(one) || !isShort(other)) continue
    narrow.add(one.key).add(other.key)
    i += 1
  }
  return narrow
}

const isShort = ({ kind, hint, data_label }: Field) =>
  kind === 'textfield' && !hint && data_label.length <= LONGEST_LABEL
