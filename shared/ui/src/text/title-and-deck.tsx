import css from './title-and-deck.module.css'
import { Unbroken } from './unbroken'

/** Up to this many characters a title stands whole. */
const SHORT = 32
/** No line ends within “No. 3”. */
const NUMBER = /\bNo\. (?=\d)/g

/** A long title with a colon as two lines of two sizes. It is read and copied as it is. */
export function TitleAndDeck({ title: given }: { title: string }) {
  const title = given.replaceAll(NUMBER, 'No.\u00a0')
  const colon = colonIn(title)
  if (colon === -1) return <Unbroken>{title}</Unbroken>
  return (
    <>
      <Unbroken>{title.slice(0, colon)}</Unbroken>
      <span className={css.colon}>: </span>
      <span className={css.deck}>
        <Unbroken>{title.slice(colon + 2)}</Unbroken>
      </span>
    </>
  )
}

/** What stands before the colon of a long title. */
export const titleAlone = (title: string) => (colonIn(title) === -1 ? title : title.slice(0, colonIn(title)))

const colonIn = (title: string) => (title.length > SHORT ? title.indexOf(': ') : -1)
