import { Section } from '../page/section'
import { Portrait } from '../pictures/portrait'
import { Carousel } from './carousel'
import css from './quotes.module.css'

export type Quote = {
  text: string
  name: string
  /** Profession and house. */
  about: string
  /** Portrait; a medallion stands in where it is empty. */
  image: string
}

type Props = {
  id: string
  title: string
  quotes: Quote[]
}

/** One card at a time, two from 1024 px. It does not rotate: sentences take time to read. */
export function Quotes({ id, title, quotes }: Props) {
  return (
    <Section id={id} title={title}>
      <Carousel
        label={title}
        things="opinions"
        shown={[1, 1, 2]}
        className={css.carousel}
        slides={quotes.map((quote) => ({ key: `${quote.name} ${quote.text}`, content: <QuoteCard {...quote} /> }))}
      />
    </Section>
  )
}

function QuoteCard({ text, name, about, image }: Quote) {
  return (
    <figure className={css.card}>
      <blockquote className={css.text}>{text}</blockquote>
      <figcaption className={css.person}>
        <Portrait src={image} name={name} size={60} />
        <div>
          <strong className={css.name}>{name}</strong>
          {about}
        </div>
      </figcaption>
    </figure>
  )
}
