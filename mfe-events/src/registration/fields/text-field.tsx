import { asksForPhone } from '@marram/api-contract/forms'
import { Input } from 'antd'
import type { ControlProps, FieldKindDefinition } from './field'
import css from './field-grid.module.css'

export const textField: FieldKindDefinition = {
  Control: TextControl,
  request: (label) => `Fill in “${label}”`,
  startValue: (sent) => sent,
  accept: ({ text }) => text.replace(/\s*\n\s*/g, ' '),
}

function TextControl({ field, value, onChange, onWork: _, ...wiring }: ControlProps) {
  return (
    <Input
      {...wiring}
      className={css.text}
      status={wiring['aria-invalid'] && 'error'}
      inputMode={asksForPhone(field) ? 'tel' : undefined}
      placeholder={field.example}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}
