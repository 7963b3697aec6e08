import { asksForPhone, optionsOf } from '@marram/api-contract/forms'
import { FormField } from '@marram/ui/form-field'
import { Input, Select } from 'antd'
import type { Field } from './form-values'
import { ImageField } from './image-field'
import { NamedList } from './named-list'
import { ParagraphField } from './paragraph-field'
import css from './registration-field.module.css'
import type { Work } from '../sending/use-pending'

type Props = {
  field: Field
  optional: boolean
  error: string | undefined
  value: string
  onChange: (value: string) => void
  /** Told when an image begins to be read. */
  onWork: (work: Work) => void
}

/** A field that the server defined, with the control for its kind. */
export function RegistrationField({ field, optional, error, value, onChange, onWork }: Props) {
  const { id, label, kind, hint } = field
  const status = error ? 'error' : undefined
  const options = optionsOf(field)
  return (
    <FormField id={id} label={label} hint={hint} error={error} optional={optional}>
      {(wiring) => {
        switch (kind) {
          case 'file':
            return <ImageField {...wiring} label={label} value={value} onChange={onChange} onWork={onWork} />
          case 'paragraph':
            return <ParagraphField {...wiring} label={label} value={value} onChange={onChange} />
          case 'selectfield':
            return (
              <Select
                {...wiring}
                className={css.select}
                status={status}
                placeholder="Choose one"
                // Inside the page's landmarks, where screen readers look for it.
                popupRender={(list) => <NamedList labelledBy={`${id}-label`}>{list}</NamedList>}
                getPopupContainer={(trigger: HTMLElement) => trigger.parentElement ?? document.body}
                allowClear={!field.required}
                showSearch={options.length >= 8}
                options={options.map((option) => ({ value: option, label: option }))}
                value={value || undefined}
                onChange={(chosen: string | undefined) => onChange(chosen ?? '')}
              />
            )
          case 'textfield':
            return (
              <Input
                {...wiring}
                className={css.text}
                status={status}
                inputMode={asksForPhone(field) ? 'tel' : undefined}
                value={value}
                onChange={(event) => onChange(event.target.value)}
              />
            )
        }
      }}
    </FormField>
  )
}
