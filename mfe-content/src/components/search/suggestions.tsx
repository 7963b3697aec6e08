import { paths } from '@marram/api-contract/paths'
import { Link } from '@marram/sdk/router'
import { ClockIcon, CloseIcon, SearchIcon } from '@marram/ui/icons'
import { type ReactNode, useCallback, useState } from 'react'
import { type Hit, wordsAbout } from './found'
import { Highlighted } from './highlighted'
import { forgetAllSearches, forgetSearch, useRecentSearches } from './recent-searches'
import { kindWords } from './search-kinds'
import css from './suggestions.module.css'
import { useCombobox, type Wiring } from './use-combobox'
import { useSuggestions } from './use-suggestions'

/** What the site's search finds for the words in a box while they are typed; recent searches while it is empty. */
export function Suggestions({ input, wire }: { input: HTMLInputElement; wire: (wiring: Wiring) => void }) {
  const [text, setText] = useState(() => wordsOf(input))
  const [open, setOpen] = useState(() => document.activeElement === input && isNew(input))
  const recent = useRecentSearches()
  const { best, noSearch } = useSuggestions(text, open)
  const isOff = noSearch || !hasPopovers
  const isEmpty = text === ''
  const offers = isOff ? [] : isEmpty ? recentOffers(recent) : best ? foundOffers(best.hits, text) : []
  const { id, shown, active, idOf, close } = useCombobox({
    off: isOff,
    input,
    wire,
    open,
    setOpen,
    options: offers,
    opensOnFocus: isEmpty,
    onText: () => setText(wordsOf(input)),
  })
  if (isOff) return null
  const correction = best && !isEmpty ? wordsAbout(best.corrected) : ''
  const head = isEmpty ? 'Recent searches' : correction

  return (
    <>
      <Popup anchor={input.form ?? input} shown={shown}>
        {head && (
          <p className={css.head} aria-hidden="true">
            {head}
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
            : `${correction} ${spoken(best?.hits.length ?? 0, 'suggestion', 's')}`.trim())}
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
        // For pointers. Keyboards use Delete, and the search page has buttons with names.
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

/** On a page of results, its own words need no suggestions. */
const isNew = ({ value, defaultValue }: HTMLInputElement) => value === '' || value !== defaultValue

const spoken = (count: number, one: string, ending: string) => `${count} ${one}${count === 1 ? '' : ending}`

/** One line of the popup: a link or an action. */
type Offer = {
  key: string
  words: ReactNode
  icon?: ReactNode
  /** What kind of page it is. */
  kind?: string
  /** Takes the line out of the popup. */
  forget?: () => void
} & ({ to: string } | { act: () => void })

/** The best hits, then the search for everything. */
const foundOffers = (hits: Hit[], text: string): Offer[] => [
  ...hits.map(({ kind, slug, title, title_matches, url }) => ({
    key: `${kind} ${slug}`,
    to: url,
    words: <Highlighted text={title} ranges={title_matches} />,
    kind: kindWords(kind).title,
  })),
  { key: 'all', to: paths.search({ q: text }), words: `Search for “${text}”`, icon: <SearchIcon /> },
]

const recentOffers = (searches: string[]): Offer[] =>
  searches.length === 0
    ? []
    : [
        ...searches.map((q) => ({
          key: `recent ${q}`,
          to: paths.search({ q }),
          words: q,
          icon: <ClockIcon />,
          forget: () => forgetSearch(q),
        })),
        { key: 'forget', act: forgetAllSearches, words: 'Clear recent searches' },
      ]

const GAP = 12
/** Height that is enough for all lines, in pixels. */
const ROOM = 400

/** Lies over everything, below its anchor or above it where there is more room, and scrolls with the page. */
function Popup({ anchor, shown, children }: { anchor: HTMLElement; shown: boolean; children: ReactNode }) {
  const show = useCallback(
    (element: HTMLDivElement) => {
      if (!shown) return
      const place = () => void Object.assign(element.style, placeBeside(anchor.getBoundingClientRect()))
      place()
      element.showPopover()
      const listening = new AbortController()
      const { signal } = listening
      addEventListener('resize', place, { signal })
      // The keyboard of a phone takes half of the room when it comes.
      visualViewport?.addEventListener('resize', place, { signal })
      // Pressing anything in it leaves the focus where it is.
      element.addEventListener('mousedown', (event) => event.preventDefault(), { signal })
      return () => {
        listening.abort()
        element.hidePopover()
      }
    },
    [anchor, shown],
  )
  return (
    <div className={css.popup} popover="manual" ref={show}>
      {children}
    </div>
  )
}

function placeBeside({ top, bottom, left, width }: DOMRect): Partial<CSSStyleDeclaration> {
  const start = visualViewport?.offsetTop ?? 0
  const above = top - start
  const below = start + (visualViewport?.height ?? innerHeight) - bottom
  const isBelow = below >= ROOM || below >= above
  return {
    left: `${left + scrollX}px`,
    top: `${scrollY + (isBelow ? bottom + GAP : top - GAP)}px`,
    translate: isBelow ? 'none' : '0 -100%',
    width: `${width}px`,
    maxHeight: `${Math.max(200, (isBelow ? below : above) - 2 * GAP)}px`,
  }
}
