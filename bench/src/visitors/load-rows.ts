import { median, type Row, withSpread } from '../row'
import { type Marks, worstOf } from './lighthouse'
import type { PageLoad } from './page-load'
import { type Asked, fontKb, inlineStyleKb, scriptKb, styleKb, wholeKb } from './requests'

export const TABLE = 'Visitors'
export type Side = 'ours' | 'browser' | 'server' | 'naive'
export type Loads = Record<Side, PageLoad[]>

/** With the same of each other side, however the ratio was made. */
export function rowsOf(name: string, { ours, browser, server, naive }: Loads): Row[] {
  const times = (loads: PageLoad[], figure: 'largestPaint' | 'ready') => loads.map((load) => load[figure])
  const ratio = (figure: 'largestPaint' | 'ready', against: PageLoad[], words: string, atMost: number): Row => ({
    table: TABLE,
    figure: `${name}: ${words}`,
    ours: `${withSpread(times(ours, figure))} ms`,
    yardstick: `${withSpread(times(browser, figure))} ms`,
    serverRendered: `${withSpread(times(server, figure))} ms`,
    naive: `${withSpread(times(naive, figure))} ms`,
    value: median(times(ours, figure)) / median(times(against, figure)),
    unit: '',
    target: { atMost },
  })
  const script = (loads: PageLoad[]) => median(loads.map(({ requests }) => scriptKb(requests)))
  const first = ours[0] as PageLoad
  const chain = (words: string, depth: number, atMost: number): Row => ({
    table: TABLE,
    figure: `${name}: requests in sequence before ${words}`,
    ours: String(depth),
    yardstick: '',
    value: depth,
    unit: '',
    target: { atMost },
  })
  return [
    ratio('largestPaint', browser, 'largest contentful paint ÷ one build', 0.4),
    ratio('largestPaint', server, 'largest contentful paint ÷ one build, server-rendered', 1.2),
    ratio('ready', browser, 'hydrated and responding ÷ one build', 1.15),
    {
      table: TABLE,
      figure: `${name}: script − one build (ratio ${(script(ours) / script(browser)).toFixed(2)})`,
      ours: `${script(ours).toFixed(1)} KB`,
      yardstick: `${script(browser).toFixed(1)} KB`,
      serverRendered: `${script(server).toFixed(1)} KB`,
      naive: `${script(naive).toFixed(1)} KB`,
      value: script(ours) - script(browser),
      unit: ' KB',
      target: { atMost: 50 },
    },
    chain(
      'text is painted',
      deepest(first.requests, ({ kind, until }) => BLOCKING.includes(kind) && until <= first.firstPaint),
      1,
    ),
    chain(
      'the largest picture',
      deepest(first.requests, ({ url }) => url === first.largestPicture),
      2,
    ),
    chain(
      'it responds',
      deepest(first.requests, ({ kind, from }) => RUNNING.includes(kind) && from <= first.ready),
      2,
    ),
    {
      table: TABLE,
      figure: `${name}: layout shift`,
      ours: withSpread(
        ours.map(({ shift }) => shift),
        3,
      ),
      yardstick: withSpread(
        browser.map(({ shift }) => shift),
        3,
      ),
      serverRendered: withSpread(
        server.map(({ shift }) => shift),
        3,
      ),
      value: median(ours.map(({ shift }) => shift)),
      unit: '',
      target: { atMost: 0.03 },
    },
  ]
}

const BLOCKING = ['Document', 'Stylesheet']
const RUNNING = ['Document', 'Script', 'XHR', 'Fetch']
/** The document itself is always one. */
const deepest = (asked: Asked[], counts: (each: Asked) => boolean) =>
  Math.max(1, ...asked.filter(counts).map(({ depth }) => depth))

export function weightRows({ html, requests, ready }: PageLoad): Row[] {
  const before = requests.filter(({ from }) => from <= ready)
  const row = (figure: string, kb: number, atMost: number): Row => ({
    table: TABLE,
    figure: `home: ${figure}`,
    ours: `${kb.toFixed(1)} KB`,
    yardstick: '',
    value: kb,
    unit: ' KB',
    target: { atMost },
  })
  return [
    row('script before the first interaction', scriptKb(before), 185),
    row('style', inlineStyleKb(html) + styleKb(before), 25),
    row('fonts', fontKb(before), 100),
    row('the whole page', wholeKb(requests), 600),
  ]
}

export function markRows(name: string, marks: Marks): Row[] {
  const row = (figure: string, ours: string, value: number, atLeast: number): Row => ({
    table: TABLE,
    figure: `${name}: Lighthouse, mobile, ${figure}`,
    ours,
    yardstick: '',
    value,
    unit: '',
    target: { atLeast },
  })
  const { performance } = marks.runs
  return [
    row('performance', withSpread(performance), median(performance), 95),
    row('accessibility, best practices, SEO', marks.failed.join('; ') || 'nothing is wrong', worstOf(marks), 100),
  ]
}
