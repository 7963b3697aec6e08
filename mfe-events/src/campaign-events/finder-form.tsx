import { paths } from '@marram/api-contract/paths'
import { Button } from '@marram/ui/button'
import { useGetForm } from '@marram/ui/get-form'
import { useId } from 'react'
import { kinds } from '../components/event-kinds'
import { type Asked, monthTitle } from './finder'
import css from './finder-form.module.css'

type Props = { asked: Asked; months: string[]; places: string[] }

/** Works without scripts too. On phones it is open where something is chosen. */
export function FinderForm({ asked: { month, kind, place, view }, months, places }: Props) {
  const known = useId()
  const submit = useGetForm(paths.campaignEvents())
  const offered = month && !months.includes(month) ? [month, ...months].toSorted() : months
  const byMonth = offered.map((each) => ({ value: each, title: monthTitle(each) }))
  const byKind = kinds.map(({ name, title }) => ({ value: name, title }))
  const choices = [
    { name: 'month', label: 'Month', all: 'All months', chosen: month, options: byMonth },
    { name: 'kind', label: 'Kind', all: 'All kinds', chosen: kind, options: byKind },
  ]
  return (
    // Another choice is another form: Back and Forward show that of their page.
    <search key={`${month} ${kind} ${place}`}>
      <details className={css.filter} open={Boolean(month || kind || place)}>
        <summary>Filter</summary>
      </details>
      <form className={css.form} action={paths.campaignEvents()} method="get" onSubmit={submit}>
        {choices.map(({ name, label, all, chosen, options }) => (
          <label key={name} className={css.field}>
            <span className={css.label}>{label}</span>
            <select name={name} className={css.control} defaultValue={chosen}>
              <option value="">{all}</option>
              {options.map(({ value, title }) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        ))}
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
