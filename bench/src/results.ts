import os from 'node:os'
import { isMet, type Row } from './row'

type Column = { name: string; of: (row: Row) => string | undefined }

/** Only columns with values. */
function columnsOf(table: string, rows: Row[]): Column[] {
  const all: Column[] = [
    { name: 'figure', of: ({ figure }) => figure },
    { name: 'ours', of: ({ ours }) => ours },
    // The yardsticks of pages are always the same.
    { name: table === 'Visitors' ? 'one build' : 'yardstick', of: ({ yardstick }) => yardstick },
    { name: 'one build, server-rendered', of: ({ serverRendered }) => serverRendered },
    { name: 'naive federation', of: ({ naive }) => naive },
    { name: 'Next.js multi-zones', of: ({ zones }) => zones },
    { name: 'single-spa', of: ({ singleSpa }) => singleSpa },
    { name: 'result', of: (row) => (row.failed === undefined ? `${shown(row.value)}${row.unit}` : '') },
    { name: 'target', of: (row) => (row.failed === undefined ? boundOf(row) : '') },
    { name: 'why not measured', of: ({ failed }) => failed },
    { name: 'outcome', of: (row) => (row.failed === undefined && isMet(row) ? 'met' : 'not met') },
  ]
  return all.filter(({ of }) => rows.some((row) => of(row)))
}

const shown = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 })
const boundOf = ({ target, unit }: Row) =>
  'atLeast' in target ? `≥ ${target.atLeast}${unit}` : `≤ ${target.atMost}${unit}`
const line = (cells: string[]) => `| ${cells.map((cell) => cell.replace(/\|/g, '\\|')).join(' | ')} |`

/** The tables as Markdown, with what they were measured on. */
export function results(rows: Row[], versions: Record<string, string>): string {
  const tables = [...new Set(rows.map(({ table }) => table))].map((table) => {
    const own = rows.filter((row) => row.table === table)
    const columns = columnsOf(table, own)
    const lines = [
      columns.map(({ name }) => name),
      columns.map(() => '---'),
      ...own.map((row) => columns.map(({ of }) => of(row) ?? '')),
    ]
    return `## ${table}\n\n${lines.map(line).join('\n')}\n`
  })
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, ${os.platform()} ${os.arch()}`
  const named = Object.entries({ Node: process.version, ...versions }).map(([name, version]) => `${name} ${version}`)
  return `# Results

Written by \`npm run bench\`. Both sides of every comparison were measured in one run, alternately; each figure is a
median, with the smallest and the largest of all runs in brackets, unless it says that it is the worst.

${new Date().toISOString().slice(0, 10)}; ${machine}; ${named.join(', ')}.

${tables.join('\n')}`
}
