import { Button } from '../forms/button'
import css from '../forms/share.module.css'
import { CalendarIcon } from '../pictures/icons'
import { type CalendarEntry, downloadCalendarFile } from './calendar-download'

export function AddToCalendar({ name, entry }: { name: string; entry: CalendarEntry }) {
  return (
    <Button look="ghost" size="small" className={css.share} onClick={() => void downloadCalendarFile(name, entry)}>
      <CalendarIcon className={css.sign} />
      Add to calendar
    </Button>
  )
}
