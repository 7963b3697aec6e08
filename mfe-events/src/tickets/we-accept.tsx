import image from '../art/we-accept.svg'
import css from './we-accept.module.css'

/** How a seat can be paid for, in a hairline frame. */
export function WeAccept() {
  return (
    <div className={css.frame}>
      <h3 className={css.title}>We Accept</h3>
      <img
        className={css.image}
        src={image}
        alt="Cards, contactless payment, bank transfer, notes and coins"
        width="640"
        height="96"
        loading="lazy"
        decoding="async"
      />
    </div>
  )
}
