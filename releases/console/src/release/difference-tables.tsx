import type { ReleaseManifest } from '@marram/release-contract/release'
import { differenceOf, type Line } from '@marram/releases/difference'
import { Table } from '../page/table'
import { bytes, some } from '../page/words'

/** Files, sizes, patterns and shared modules of a release beside what is live. */
export function DifferenceTables({ before, after }: { before: ReleaseManifest; after: ReleaseManifest }) {
  const { files, sizes, patterns, modules } = differenceOf(before, after)
  const versions = { before: before.version, after: after.version }
  return (
    <>
      <Lines title="Sizes" lines={sizes} versions={versions} shown={bytes} change={grown} />
      <Lines title="Addresses" lines={patterns} versions={versions} shown={String} />
      <Lines title="Shared modules" lines={modules} versions={versions} shown={String} />
      <details open={files.length <= 20}>
        <summary>{some(files.length, 'file')} changed</summary>
        <Lines title="Files" lines={files} versions={versions} shown={bytes} change={grown} />
      </details>
    </>
  )
}

const grown = ({ before, after }: Line<number>): string => {
  if (before === null) return 'new'
  if (after === null) return 'gone'
  const more = after - before
  return more === 0 ? 'same size' : `${more > 0 ? '+' : '−'}${bytes(Math.abs(more))}`
}

const replaced = ({ before, after }: Line<unknown>): string =>
  before === null ? 'new' : after === null ? 'gone' : 'changed'

type LinesProps<Value> = {
  title: string
  lines: Line<Value>[]
  versions: { before: string; after: string }
  shown: (value: Value) => string
  change?: (line: Line<Value>) => string
}

function Lines<Value>({ title, lines, versions, shown, change = replaced }: LinesProps<Value>) {
  if (lines.length === 0) return <p>{title}: no difference.</p>
  return (
    <Table
      label={title}
      className="lines"
      caption={title}
      columns={['Name', versions.before, versions.after, 'Change']}
      rows={lines.map((line) => ({
        key: line.name,
        head: line.name,
        cells: [...[line.before, line.after].map((value) => (value === null ? '–' : shown(value))), change(line)],
      }))}
    />
  )
}
