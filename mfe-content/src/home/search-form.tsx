import { paths } from '@marram/contracts/paths'
import { useNavigate } from '@marram/host/router'
import { Button } from '@marram/ui/button'
import { SearchIcon } from '@marram/ui/icons'
import type { FormEvent } from 'react'
import css from './search-form.module.css'

/** A real form: without JavaScript the browser itself goes to the search page. */
export function SearchForm() {
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const q = String(new FormData(event.currentTarget).get('q') ?? '').trim()
    void navigate(paths.search({ q }))
  }
  return (
    <search>
      <form className={css.search} action={paths.search()} method="get" onSubmit={submit}>
        <label className="visually-hidden" htmlFor="hero-search">
          Search the site
        </label>
        <SearchIcon className={css.glass} />
        <input className={css.input} id="hero-search" name="q" type="search" placeholder="Search news and events" />
        <Button type="submit" className={css.button}>
          <SearchIcon className={css.sign} />
          <span className={css.word}>Search</span>
        </Button>
      </form>
    </search>
  )
}
