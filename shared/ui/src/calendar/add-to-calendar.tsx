import type { CalendarEntry } from '@marram/calendar/calendar-file'
import { toast } from '@marram/sdk/toast'
import { Button } from '../forms/button'
import css from '../forms/share.module.css'
import { CalendarIcon } from '../pictures/icons'
import { saveFile } from './save-file'

export type { CalendarEntry }

/** Downloads `NAME.ics`. The code that writes it is loaded only now. */
export async function downloadCalendarFile(name: string, entry: CalendarEntry): Promise<void> {
  try {
    const { calendarFile } = await import('@marram/calendar/calendar-file')
    saveFile(`${name}.ics`, new Blob([calendarFile([entry])], { type: 'text/calendar;charset=utf-8' }))
  } catch {
    toast({ kind: 'error', message: 'The calendar file could not be made. Check your connection and try again.' })
  }
}

export function AddToCalendar({ name, entry }: { name: string; entry: CalendarEntry }) {
  return (
    <Button look="ghost" size="small" className={css.share} onClick={() => void downloadCalendarFile(name, entry)}>
      <CalendarIcon className={css.sign} />
      Add to calendar
    </Button>
  )
}
