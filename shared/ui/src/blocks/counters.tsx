import css from './counters.module.css'

/** A figure and what it counts, such as `412` and `runners on the ridge`. */
export type Counter = { value: string; title: string }

export function Counters({ counters }: { counters: Counter[] }) {
  return (
    <ul className={css.counters}>
      {counters.map(({ value, title }) => (
        <li key={title} className={css.counter}>
          <strong className={css.value}>{value}</strong> <span className={css.title}>{title}</span>
        </li>
      ))}
    </ul>
  )
}
