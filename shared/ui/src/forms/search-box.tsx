import { useId } from 'react'
import { SearchIcon } from '../pictures/icons'
import { useGetForm } from './get-form'
import css from './search-box.module.css'

type Props = {
  /** Path of the page with the results. */
  action: string
  label: string
  /** Name of the landmark, where pages may have another one. */
  landmark?: string
  placeholder?: string
  q?: string
  /** Other parameters of the address, such as a category. */
  keep?: Record<string, string | undefined>
}

/** Works without scripts too. */
export function SearchBox({ action, label, landmark, placeholder, q = '', keep = {} }: Props) {
  const id = useId()
  const submit = useGetForm(action)
  return (
    <search aria-label={landmark}>
      <form action={action} method="get" onSubmit={submit}>
        <label className={css.label} htmlFor={id}>
          {label}
        </label>
        <div className={css.pill}>
          {/* Another search is another field: Back and Forward show the words of their page. */}
          <input
            key={q}
            id={id}
            className={css.words}
            name="q"
            type="search"
            defaultValue={q}
            placeholder={placeholder}
          />
          <button className={css.button} type="submit">
            <SearchIcon className={css.sign} />
            <span className="visually-hidden">Search</span>
          </button>
        </div>
        {Object.entries(keep).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
      </form>
    </search>
  )
}
