import type { Published, UploadProgress } from './publish'

const size = (bytes: number) => (bytes < 1e5 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`)
const count = (files: number) => (files === 1 ? '1 file' : `${files} files`)

/** A line that is written over while an upload runs; nothing where nobody watches. */
export function progressLine(stream: NodeJS.WriteStream): (progress: UploadProgress) => void {
  if (!stream.isTTY) return () => {}
  return ({ part, version, files, ofFiles, bytes, ofBytes }) => {
    const end = files === ofFiles ? '\n' : ''
    stream.write(`\r\x1b[K${part} ${version}: ${files} of ${count(ofFiles)}, ${size(bytes)} of ${size(ofBytes)}${end}`)
  }
}

export const publishedText = ({ part, version, files, bytes, changed }: Published) =>
  changed
    ? `Published ${part} ${version} (${count(files)} sent, ${size(bytes)}).`
    : `${part} ${version} was published already, with the same bytes.`

/** Rows in columns, the first row as heading. */
export function table(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** `events 1.0.0, shell 1.2.0` */
export const named = (record: Record<string, string>) =>
  Object.entries(record)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')
