import { paths } from '@marram/api-contract/paths'
import { report } from '@marram/sdk/report'
import { Button } from '@marram/ui/button'
import { useGetForm } from '@marram/ui/get-form'
import { SearchIcon } from '@marram/ui/icons'
import { useRef, useState } from 'react'
import css from './site-search.module.css'
import type { Wiring } from './use-combobox'

/** A form that works without JavaScript. Its suggestions are loaded when it is first used. `q` was searched for. */
export function SiteSearch({ id, q }: { id: string; q?: string }) {
  const submit = useGetForm(paths.search())
  const input = useRef<HTMLInputElement>(null)
  const [Suggestions, setSuggestions] = useState<typeof import('./suggestions').Suggestions>()
  const [wiring, wire] = useState<Wiring>()
  const assist = () => {
    if (wiring) return
    // At once: a screen reader announces the role when the field gets the focus.
    wire({ role: 'combobox', 'aria-expanded': false })
    import('./suggestions').then(
      (loaded) => setSuggestions(() => loaded.Suggestions),
      (error) => {
        report({ kind: 'suggestions', message: String(error) })
        wire({})
      },
    )
  }
  return (
    <search className={css.box}>
      <form className={css.pill} action={paths.search()} method="get" onSubmit={submit}>
        <label className="visually-hidden" htmlFor={id}>
          Search the site
        </label>
        <SearchIcon className={css.glass} />
        <input
          ref={input}
          className={css.input}
          id={id}
          name="q"
          type="search"
          defaultValue={q}
          placeholder="Search news and events"
          onFocus={assist}
          onInput={assist}
          {...wiring}
        />
        <Button type="submit" className={css.button}>
          <SearchIcon className={css.sign} />
          <span className={css.word}>Search</span>
        </Button>
      </form>
      {Suggestions && input.current && <Suggestions input={input.current} wire={wire} />}
    </search>
  )
}
