import { LinkButton } from '@marram/ui/button'
import { asks } from '../site'
import css from './asks.module.css'

/** The last one is emphasised. */
export function Asks({ className = '' }: { className?: string }) {
  return (
    <ul className={`${css.asks} ${className}`}>
      {asks.map(({ title, to }, i) => {
        const stands = i === asks.length - 1
        return (
          <li key={to}>
            <LinkButton
              to={to}
              look={stands ? 'honey' : 'ghost'}
              size="small"
              className={stands ? css.ask : `${css.ask} ${css.quiet}`}
            >
              {title}
            </LinkButton>
          </li>
        )
      })}
    </ul>
  )
}
