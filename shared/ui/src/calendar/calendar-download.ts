import type { CalendarEntry } from '@marram/calendar/calendar-file'
import { toast } from '@marram/sdk/toast'

export type { CalendarEntry }

/** Downloads `NAME.ics`. The code that writes it is loaded only now. */
export async function downloadCalendarFile(name: string, entry: CalendarEntry): Promise<void> {
  try {
    const { calendarFile } = await import('@marram/calendar/calendar-file')
    const url = URL.createObjectURL(new Blob([calendarFile([entry])], { type: 'text/calendar;charset=utf-8' }))
    const link = document.createElement('a')
    link.href = url
    link.download = `${name}.ics`
    link.click()
    // Some browsers read the file after the click.
    setTimeout(() => URL.revokeObjectURL(url), 60_000)
  } catch {
    toast({ kind: 'error', message: 'The calendar file could not be made. Check your connection and try again.' })
  }
}
