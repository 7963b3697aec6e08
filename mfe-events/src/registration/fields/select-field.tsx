import { optionsOf } from '@marram/api-contract/forms'
import { ChevronIcon } from '@marram/ui/icons'
import { Select } from 'antd'
import type { ReactNode } from 'react'
import type { ControlProps, FieldKindDefinition } from './field'
import css from './field-grid.module.css'

/** One choice of several. What the server sent as its value may be the choices, so it starts empty. */
export const selectField: FieldKindDefinition = {
  Control: SelectControl,
  request: (label) => `Choose an answer for “${label}”`,
  accept: ({ value }, field) => (value === '' || optionsOf(field).includes(value) ? value : undefined),
}

function SelectControl({ field, value, onChange, onWork: _, ...wiring }: ControlProps) {
  const options = optionsOf(field)
  return (
    <Select
      {...wiring}
      className={css.select}
      status={wiring['aria-invalid'] && 'error'}
      placeholder="Choose one"
      suffixIcon={<ChevronIcon className={css.chevron} />}
      // Inside the page's landmarks, where screen readers look for it.
      popupRender={(list) => <NamedList labelledBy={`${wiring.id}-label`}>{list}</NamedList>}
      getPopupContainer={(trigger: HTMLElement) => trigger.parentElement ?? document.body}
      allowClear={!field.required}
      showSearch={options.length >= 8}
      options={options.map((option) => ({ value: option, label: option }))}
      value={value || undefined}
      onChange={(chosen: string | undefined) => onChange(chosen ?? '')}
    />
  )
}

/** The list of antd's select has no name of its own: it gets that of its field. */
function NamedList({ labelledBy, children }: { labelledBy: string; children: ReactNode }) {
  return (
    <div
      // A new function for each render: a search that finds nothing has another list.
      ref={(place) => {
        for (const list of place?.querySelectorAll('[role=listbox]') ?? [])
          list.setAttribute('aria-labelledby', labelledBy)
      }}
    >
      {children}
    </div>
  )
}
