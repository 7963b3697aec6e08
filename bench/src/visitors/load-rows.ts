import { median, type Row, withSpread } from '../row'
import { chainRows } from './chain-rows'
import { type Marks, worstOf } from './lighthouse'
import type { PageLoad } from './page-load'
import { fontKb, inlineStyleKb, scriptKb, styleKb, wholeKb } from './requests'

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
    ...chainRows(TABLE, name, ours),
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

/** Nothing is clicked in these loads: all that comes is there before the first interaction. */
export function weightRows(loads: PageLoad[]): Row[] {
  const row = (figure: string, kbOf: (load: PageLoad) => number, atMost: number): Row => ({
    table: TABLE,
    figure: `home: ${figure}`,
    ours: `${withSpread(loads.map(kbOf), 1)} KB`,
    yardstick: '',
    value: median(loads.map(kbOf)),
    unit: ' KB',
    target: { atMost },
  })
  return [
    row('script before the first interaction', ({ requests }) => scriptKb(requests), 185),
    row('style', ({ html, requests }) => inlineStyleKb(html) + styleKb(requests), 25),
    row('fonts', ({ requests }) => fontKb(requests), 100),
    row('the whole page', ({ requests }) => wholeKb(requests), 600),
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
