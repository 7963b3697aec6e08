import type { Row } from '../row'
import type { PageLoad } from './page-load'
import type { Asked } from './requests'
import { type Loads, sidesOf } from './sides'

const BLOCKING = ['Document', 'Stylesheet']
const RUNNING = ['Document', 'Script', 'XHR', 'Fetch']

/** The longest chain of requests before a visitor sees or can do something: the worst of all loads. */
export function chainRows(table: string, name: string, loads: Loads): Row[] {
  const row = (words: string, countOf: (load: PageLoad) => number, atMost: number): Row => ({
    table,
    figure: `${name}: requests in sequence before ${words}, worst of ${loads.ours.length}`,
    ...sidesOf(loads, (side) => side.map((load) => countOf(load) || 'none').join(', ')),
    value: Math.max(...loads.ours.map(countOf)),
    unit: '',
    target: { atMost },
  })
  const pictures = row('the largest picture', beforePicture, 2)
  const all = Object.values(loads).flatMap((side) => side ?? [])
  // A page may have nothing but text on a phone's first screen.
  if (all.every(({ largestPicture }) => largestPicture === ''))
    Object.assign(pictures, { ...sidesOf(loads, () => 'no picture'), value: 0 })
  else if (Number.isNaN(pictures.value))
    pictures.failed = 'the largest picture on the screen was not among the requests'
  return [row('text is painted', beforeText, 1), pictures, row('it responds', beforeResponding, 2)]
}

/** Text that the document does not have is written by scripts, with what they fetch. */
function beforeText({ html, requests, firstPaint, largestPaint }: PageLoad): number {
  const written = hasHeading(html)
  const kinds = written ? BLOCKING : [...BLOCKING, ...RUNNING]
  const painted = written ? firstPaint : largestPaint
  return deepest(requests, ({ kind, until }) => kinds.includes(kind) && until <= painted)
}

/** An app shell has none: every page has its own. */
export const hasHeading = (html: string) => /<h1\b[^>]*>(?:\s|<(?!\/h1)[^>]*>)*[^<\s]/.test(html)

function beforePicture({ requests, largestPicture }: PageLoad): number {
  if (largestPicture.startsWith('data:')) return 1
  return requests.find(({ url }) => url === largestPicture)?.depth ?? Number.NaN
}

const beforeResponding = ({ requests, ready }: PageLoad) =>
  deepest(requests, ({ kind, from }) => RUNNING.includes(kind) && from <= ready)

/** The document itself is always one. */
const deepest = (asked: Asked[], counts: (each: Asked) => boolean) =>
  Math.max(1, ...asked.filter(counts).map(({ depth }) => depth))
