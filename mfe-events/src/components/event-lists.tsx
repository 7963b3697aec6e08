import { FailedBlock } from '@marram/ui/failed-block'
import { ArrowIcon } from '@marram/ui/icons'
import { Section } from '@marram/ui/section'
import type { ComponentProps } from 'react'
import { EventCards } from './event-cards'
import css from './event-lists.module.css'

/** `to` is the id of the list, `of` has the words after one and after several. */
type CountProps = { count: number | undefined; to: string; of: [string, string] }

export function OpenCount({ count, to, of: [one, several] }: CountProps) {
  if (!count) return null
  return (
    <a className={css.count} href={`#${to}`}>
      {count} {count === 1 ? one : several}
      <ArrowIcon className={css.down} />
    </a>
  )
}

type Props = Omit<ComponentProps<typeof EventCards>, 'cards'> &
  Omit<ComponentProps<typeof Section>, 'children'> & {
    /** Undefined where the call for them failed. */
    cards: ComponentProps<typeof EventCards>['cards'] | undefined
  }

/** A section of events beside those that the page is about; nothing where there are none. */
export function EventSection({ cards, linkTo, columns, ...section }: Props) {
  if (cards?.length === 0) return null
  return (
    <Section {...section}>
      {cards ? (
        <EventCards cards={cards} linkTo={linkTo} columns={columns} />
      ) : (
        <FailedBlock title={`${section.title} could not be loaded.`} />
      )}
    </Section>
  )
}
