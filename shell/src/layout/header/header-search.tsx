import { paths } from '@marram/api-contract/paths'
import { SearchIcon } from '@marram/ui/icons'
import { SearchBox } from '@marram/ui/search-box'
import { useEffect } from 'react'
import css from './header-search.module.css'
import { usePanel } from './use-panel'

/** A button and a box below the header. The form leads to the search page, without JavaScript too. */
export function HeaderSearch({ className }: { className?: string }) {
  const panel = usePanel()
  useEffect(() => {
    const input = panel.current?.querySelector('input')
    // So that the browser gives it the focus when the panel opens. As a property of React it would take it with the page.
    if (input) input.autofocus = true
  }, [panel])
  return (
    <div className={css.place}>
      <button type="button" className={className} popoverTarget="header-search">
        <SearchIcon />
        <span className="visually-hidden">Search</span>
      </button>
      <div className={css.panel} id="header-search" ref={panel} popover="auto">
        <SearchBox action={paths.search()} label="What are you looking for?" landmark="Whole site" />
      </div>
    </div>
  )
}
