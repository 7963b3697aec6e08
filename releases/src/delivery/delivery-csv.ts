import type { Delivery } from '@marram/release-contract/calls/delivery'

const columns = ['month', 'part', 'released', 'live', 'leadSeconds', 'takenBack', 'recoverySeconds'] as const

/** A line for each part and month, under a header; empty where a figure is not known. Sums are left to the spreadsheet. */
export const deliveryCsv = ({ figures }: Delivery): string =>
  [columns, ...figures.filter(({ part }) => part !== null).map((row) => columns.map((name) => row[name] ?? ''))]
    .map((cells) => `${cells.join(',')}\r\n`)
    .join('')
