import type { FormEvent } from '@marram/api-contract/forms'
import type { Crumb } from '@marram/ui/breadcrumb'
import { kinds } from '../components/event-kinds'

/** The way to a form: the list that its event is in, and the event. Empty if the event is not known. */
export function wayTo(event: FormEvent | undefined): Crumb[] {
  const { title, url = '' } = event ?? {}
  if (!title || !url.startsWith('/')) return []
  const list = kinds.find(({ linkTo }) => url.startsWith(linkTo('')))
  return [...(list ? [{ title: list.page ?? list.title, to: list.to }] : []), { title, to: url }]
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
