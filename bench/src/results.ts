import os from 'node:os'
import { isMet, type Row } from './row'

const cells = (row: Row): string[] => {
  const bound = 'atLeast' in row.target ? `≥ ${row.target.atLeast}` : `≤ ${row.target.atMost}`
  const value = row.value.toLocaleString('en', { maximumFractionDigits: 2 })
  return [
    row.figure,
    row.ours,
    row.yardstick,
    `${value}${row.unit}`,
    `${bound}${row.unit}`,
    isMet(row) ? 'met' : 'not met',
  ]
}

const HEAD = ['figure', 'ours', 'yardstick', 'result', 'target', '']

/** The tables as Markdown, with what they were measured on. */
export function results(rows: Row[], versions: Record<string, string>): string {
  const tables = [...new Set(rows.map(({ table }) => table))].map((table) => {
    const lines = [HEAD, HEAD.map(() => '---'), ...rows.filter((row) => row.table === table).map(cells)]
    return `## ${table}\n\n${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`
  })
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, ${os.platform()} ${os.arch()}`
  const named = Object.entries({ Node: process.version, ...versions }).map(([name, version]) => `${name} ${version}`)
  return `# Results

Written by \`npm run bench\`. Both sides of every comparison were measured in one run, alternately; each figure is a
median, with the smallest and the largest of all runs in brackets.

${new Date().toISOString().slice(0, 10)}; ${machine}; ${named.join(', ')}.

${tables.join('\n')}`
}
