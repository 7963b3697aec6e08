import type { PageLoad } from './page-load'

export type Side = 'ours' | 'browser' | 'server' | 'naive'
export type Loads = Record<Side, PageLoad[]>

/** One text for each side, as the columns of a row. */
export const sidesOf = (loads: Loads, text: (loads: PageLoad[]) => string) => ({
  ours: text(loads.ours),
  yardstick: text(loads.browser),
  serverRendered: text(loads.server),
  naive: text(loads.naive),
})
