import type { FieldKind } from '@marram/api-contract/forms'
import type { FieldKindDefinition } from './field'
import { imageField } from './image-field'
import { paragraphField } from './paragraph-field'
import { selectField } from './select-field'
import { textField } from './text-field'

/** One line for each kind of field. For a new one copy `text-field.tsx`, and name it here and in the API's contract. */
export const fieldKinds: Record<FieldKind, FieldKindDefinition> = {
  textfield: textField,
  paragraph: paragraphField,
  selectfield: selectField,
  file: imageField,
}

/** A draft may have been written by a version that had other kinds. */
export const isImage = (kind: FieldKind): boolean => fieldKinds[kind]?.isImage === true

export const plainText = (kind: FieldKind, value: string): string => fieldKinds[kind]?.text?.(value) ?? value
