import type { Difference } from '@marram/release-contract/calls/releases'
import { table } from '../cli-output'
import type { Line } from '../gate/difference'

const change = ({ before, after }: Line<number | string>): string => {
  if (before === null) return 'new'
  if (after === null) return 'gone'
  if (typeof before !== 'number' || typeof after !== 'number') return 'changed'
  return before === after ? 'same size' : `${after > before ? '+' : ''}${after - before}`
}

/** Sizes are in bytes. */
export function differenceText({ environment, part, version, live, ...lines }: Difference): string {
  const titles = { sizes: 'SIZE', patterns: 'ADDRESS', modules: 'SHARED MODULE', files: 'FILE' } as const
  const tables = Object.entries(titles).map(([kind, title]) => {
    const rows: Line<number | string>[] = lines[kind as keyof typeof titles]
    if (rows.length === 0) return `${title}: no difference.`
    return table([
      [title, live, version, 'CHANGE'],
      ...rows.map((line) => [line.name, String(line.before ?? '-'), String(line.after ?? '-'), change(line)]),
    ])
  })
  return [`${part} ${version} beside ${live}, which is live in ${environment}`, ...tables].join('\n\n')
}
