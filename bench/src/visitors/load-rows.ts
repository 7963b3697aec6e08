import { median, type Row, withSpread } from '../row'
import { chainRows } from './chain-rows'
import { type Marks, worstOf } from './lighthouse'
import type { PageLoad } from './page-load'
import { antdIn, fontKb, inlineStyleKb, scriptKb, styleKb, wholeKb } from './requests'
import { type Loads, type Sides, sidesOf } from './sides'

export const TABLE = 'Visitors'

/** With the same of each other side, however the ratio was made. */
export function rowsOf(name: string, loads: Loads): Row[] {
  const { ours, browser, server } = loads
  const times = (loads: PageLoad[], figure: 'largestPaint' | 'ready') => loads.map((load) => load[figure])
  const ratio = (figure: 'largestPaint' | 'ready', against: PageLoad[], words: string, atMost: number): Row => ({
    table: TABLE,
    figure: `${name}: ${words}`,
    ...sidesOf(loads, (side) => `${withSpread(times(side, figure))} ms`),
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
      ...sidesOf(loads, (side) => `${script(side).toFixed(1)} KB`),
      value: script(ours) - script(browser),
      unit: ' KB',
      target: { atMost: 50 },
    },
    ...chainRows(TABLE, name, loads),
    {
      table: TABLE,
      figure: `${name}: layout shift`,
      ...sidesOf(loads, (side) =>
        withSpread(
          side.map(({ shift }) => shift),
          3,
        ),
      ),
      value: median(ours.map(({ shift }) => shift)),
      unit: '',
      target: { atMost: 0.03 },
    },
  ]
}

/** Nothing is clicked in these loads: all that comes is there before the first interaction. */
export function weightRows(loads: Loads): Row[] {
  const row = (figure: string, kbOf: (load: PageLoad) => number, atMost: number): Row => ({
    table: TABLE,
    figure: `home: ${figure}`,
    ...sidesOf(loads, (side) => `${withSpread(side.map(kbOf), 1)} KB`),
    value: median(loads.ours.map(kbOf)),
    unit: ' KB',
    target: { atMost },
  })
  const antd = loads.ours.flatMap(({ requests }) => antdIn(requests))
  const script = row('script before the first interaction, without antd', ({ requests }) => scriptKb(requests), 128)
  return [
    antd[0] ? { ...script, value: Number.NaN, failed: `antd is among it: ${new URL(antd[0]).pathname}` } : script,
    row('style', ({ html, requests }) => inlineStyleKb(html) + styleKb(requests), 25),
    row('fonts', ({ requests }) => fontKb(requests), 100),
    row('the whole page', ({ requests }) => wholeKb(requests), 600),
  ]
}

/** Performance, and everything else that Lighthouse marks. */
export function markRows(name: string, marks: Sides<Marks>): Row[] {
  const row = (figure: string, text: (of: Marks) => string, value: number, atLeast: number): Row => ({
    table: TABLE,
    figure: `${name}: Lighthouse, mobile, ${figure}`,
    ...sidesOf(marks, text),
    value,
    unit: '',
    target: { atLeast },
  })
  const once = ({ runs }: Marks) => runs.performance.length === 1
  const wrong = (of: Marks) => of.failed.join('; ') || 'nothing is wrong'
  return [
    row(
      'performance',
      (of) => (once(of) ? `${Math.round(median(of.runs.performance))} (one run)` : withSpread(of.runs.performance)),
      median(marks.ours.runs.performance),
      95,
    ),
    row(
      'accessibility, best practices, SEO',
      (of) => (once(of) ? `${wrong(of)} (one run)` : wrong(of)),
      worstOf(marks.ours),
      100,
    ),
  ]
}
