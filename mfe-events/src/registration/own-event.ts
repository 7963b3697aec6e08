import type { FormEvent } from '@marram/api-contract/forms'
import { paths } from '@marram/api-contract/paths'
import type { Crumb } from '@marram/ui/breadcrumb'

const lists = [
  { title: 'Sports', to: paths.sports(), events: paths.sport('') },
  { title: 'Olympiad', to: paths.olympiads(), events: paths.olympiad('') },
  { title: 'Tickets', to: paths.tickets(), events: paths.ticket('') },
  { title: 'Exhibitions', to: paths.exhibitions(), events: paths.exhibition('') },
  { title: 'Submissions', to: paths.submissions(), events: paths.submission('') },
  { title: 'Courses', to: paths.courses(), events: `${paths.courses()}#` },
  { title: 'Campaign & Events', to: paths.campaignEvents(), events: paths.campaignEvent('') },
]

/** The way to a form: the list that its event is in, and the event. Empty where the event is not known. */
export function wayTo(event: FormEvent | undefined): Crumb[] {
  const { title, url = '' } = event ?? {}
  if (!title || !url.startsWith('/')) return []
  const list = lists.find(({ events }) => url.startsWith(events))
  return [...(list ? [{ title: list.title, to: list.to }] : []), { title, to: url }]
}

/** The one choice that names an event by whole words up to a comma, as in `Last Bus Concert, 12 December`. */
export function choiceOf(title: string, options: string[]): string | undefined {
  const event = title.trim().toLowerCase()
  if (event === '') return undefined
  const naming = options.filter((option) => {
    const choice = option.toLowerCase()
    const [words = ''] = choice.split(',')
    return beginsWith(choice, event) || (words.includes(' ') && beginsWith(event, words.trim()))
  })
  return naming.length === 1 ? naming[0] : undefined
}

const beginsWith = (text: string, words: string) =>
  text.startsWith(words) && !/^[\p{L}\p{N}]/u.test(text.slice(words.length))
