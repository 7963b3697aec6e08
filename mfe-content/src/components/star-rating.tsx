import { StarIcon } from '@marram/ui/icons'
import css from './star-rating.module.css'

type Props = {
  /** Also the beginning of the radio buttons' ids, by which early entries are found again. */
  id: string
  optional: boolean
  /** 1 to 5; undefined if none was chosen. */
  value: number | undefined
  onChange: (value: number) => void
}

const words = ['1 star', '2 stars', '3 stars', '4 stars', '5 stars']

/** Five native radio buttons: one tab stop, arrow keys. The stars fill by CSS, so also before scripts are there. */
export function StarRating({ id, optional, value, onChange }: Props) {
  return (
    <fieldset className={css.rating}>
      <legend className={css.legend}>Your rating {optional && <span className={css.optional}>(optional)</span>}</legend>
      <div className={css.stars}>
        {words.map((name, i) => (
          <label key={name} className={css.star}>
            <input
              className={css.radio}
              id={`${id}-${i + 1}`}
              type="radio"
              name={id}
              value={i + 1}
              checked={value === i + 1}
              onChange={() => onChange(i + 1)}
            />
            <StarIcon className={css.sign} />
            <span className="visually-hidden">{name}</span>
          </label>
        ))}
        <span className={css.chosen} aria-hidden="true">
          {value ? `${value} of 5` : ''}
        </span>
      </div>
    </fieldset>
  )
}
