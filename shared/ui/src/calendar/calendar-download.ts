import type { CalendarEntry } from '@marram/calendar/calendar-file'
import { toast } from '@marram/sdk/toast'
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
