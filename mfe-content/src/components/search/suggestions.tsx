import { Link } from '@marram/sdk/router'
import { CloseIcon } from '@marram/ui/icons'
import { useState } from 'react'
import { foundOffers, type Offer, recentOffers } from './offers'
import { Popup } from './popup'
import { useRecentSearches } from './recent-searches'
import css from './suggestions.module.css'
import { useCombobox, type Wiring } from './use-combobox'
import { useSuggestions } from './use-suggestions'

type Props = { input: HTMLInputElement; wire: (wiring: Wiring) => void }

/**
 * What the site has on the words in a box, while they are typed; recent searches where the box is empty.
 * Loaded when a visitor uses the box for the first time.
 */
export function Suggestions({ input, wire }: Props) {
  const [text, setText] = useState(() => wordsOf(input))
  const [open, setOpen] = useState(() => document.activeElement === input && isNew(input))
  const recent = useRecentSearches()
  const { hits, noSearch } = useSuggestions(text, open)
  const isOff = noSearch || !hasPopovers
  const isEmpty = text === ''
  const offers = isOff ? [] : isEmpty ? recentOffers(recent) : hits ? foundOffers(hits, text) : []
  const { id, shown, active, idOf, close } = useCombobox({
    off: isOff,
    input,
    wire,
    open,
    setOpen,
    keys: offers.map(({ key }) => key),
    opensOnFocus: isEmpty,
    onText: () => setText(wordsOf(input)),
    onDelete: (key) => offers.find((offer) => offer.key === key)?.forget?.(),
  })
  if (isOff) return null

  return (
    <>
      <Popup anchor={input.form ?? input} shown={shown}>
        {isEmpty && (
          <p className={css.head} aria-hidden="true">
            Recent searches
          </p>
        )}
        <div role="listbox" id={id} aria-label={isEmpty ? 'Recent searches' : 'Suggestions'}>
          {offers.map((offer) => (
            <Line key={offer.key} id={idOf(offer.key)} offer={offer} active={offer.key === active} onChoose={close} />
          ))}
        </div>
      </Popup>
      <p className="visually-hidden" role="status">
        {shown &&
          (isEmpty
            ? `${spoken(recent.length, 'recent search', 'es')}. Delete forgets one.`
            : spoken(hits?.length ?? 0, 'suggestion', 's'))}
      </p>
    </>
  )
}

type LineProps = { id: string; offer: Offer; active: boolean; onChoose: () => void }

function Line({ id, offer, active, onChoose }: LineProps) {
  const option = { id, role: 'option', 'aria-selected': active, tabIndex: -1, className: css.option } as const
  const words = (
    <>
      {offer.icon}
      <span className={css.words}>{offer.words}</span> {offer.kind && <span className={css.kind}>{offer.kind}</span>}
    </>
  )
  return (
    <div className={css.line} role="presentation">
      {'to' in offer ? (
        <Link {...option} to={offer.to} onClick={onChoose}>
          {words}
        </Link>
      ) : (
        <button {...option} type="button" onClick={offer.act}>
          {words}
        </button>
      )}
      {offer.forget && (
        // For pointers. The keyboard has Delete for it, and the search page has buttons with names.
        <button className={css.forget} type="button" tabIndex={-1} aria-hidden="true" onClick={offer.forget}>
          <CloseIcon />
        </button>
      )}
    </div>
  )
}

/** Firefox has them since version 125. */
const hasPopovers = 'popover' in HTMLElement.prototype

const wordsOf = ({ value }: HTMLInputElement) => value.trim().replace(/\s+/g, ' ')

/** The words of a page that shows what was found need no suggestions yet. */
const isNew = ({ value, defaultValue }: HTMLInputElement) => value === '' || value !== defaultValue

const spoken = (count: number, one: string, ending: string) => `${count} ${one}${count === 1 ? '' : ending}`
