import { paths } from '@marram/api-contract/paths'
import { Button } from '@marram/ui/button'
import { useGetForm } from '@marram/ui/get-form'
import { useId } from 'react'
import { type Asked, monthTitle } from './finder'
import css from './finder-form.module.css'
import { kinds } from './kinds'

type Props = { asked: Asked; months: string[]; places: string[] }

/** Works without scripts too. */
export function FinderForm({ asked: { month, kind, place, view }, months, places }: Props) {
  const known = useId()
  const submit = useGetForm(paths.campaignEvents())
  const offered = month && !months.includes(month) ? [month, ...months].toSorted() : months
  return (
    <search>
      {/* Another choice is another form: Back and Forward show that of their page. */}
      <form
        key={`${month} ${kind} ${place}`}
        className={css.form}
        action={paths.campaignEvents()}
        method="get"
        onSubmit={submit}
      >
        <label className={css.field}>
          <span className={css.label}>Month</span>
          <select name="month" className={css.control} defaultValue={month}>
            <option value="">All months</option>
            {offered.map((each) => (
              <option key={each} value={each}>
                {monthTitle(each)}
              </option>
            ))}
          </select>
        </label>
        <label className={css.field}>
          <span className={css.label}>Kind</span>
          <select name="kind" className={css.control} defaultValue={kind}>
            <option value="">All kinds</option>
            {kinds.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label className={css.field}>
          <span className={css.label}>Venue</span>
          <input name="place" className={css.control} defaultValue={place} placeholder="Any venue" list={known} />
        </label>
        <datalist id={known}>
          {places.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        {view && <input type="hidden" name="view" value={view} />}
        <Button type="submit" className={css.button}>
          Show
        </Button>
      </form>
    </search>
  )
}
