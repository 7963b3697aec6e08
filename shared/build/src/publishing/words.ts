import type { Published, UploadProgress } from './publish-folder'

/** So that a pipeline's log shows progress without being filled by it. */
const EVERY_MS = 5000

const size = (bytes: number) => (bytes < 1e5 ? `${(bytes / 1e3).toFixed(1)} KB` : `${(bytes / 1e6).toFixed(1)} MB`)
const count = (files: number) => (files === 1 ? '1 file' : `${files} files`)

export type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>

/** Reports an upload: in a terminal by one line that is written over, elsewhere by a line now and then. */
export function progressLine(stream: Terminal): (progress: UploadProgress) => void {
  let reported = performance.now()
  return ({ part, version, files, ofFiles, bytes, ofBytes }) => {
    const line = `${part} ${version}: ${files} of ${count(ofFiles)}, ${size(bytes)} of ${size(ofBytes)}`
    if (stream.isTTY) return void stream.write(`\r\x1b[K${line}${files === ofFiles ? '\n' : ''}`)
    if (performance.now() - reported < EVERY_MS) return
    reported = performance.now()
    stream.write(`${line}\n`)
  }
}

export function publishedText({ part, version, files, bytes, changed, sameSources }: Published): string {
  if (changed) return `Published ${part} ${version} (${count(files)} sent, ${size(bytes)}).`
  return `${part} ${version} was published already, ${sameSources ? 'of the same sources' : 'with the same bytes'}.`
}
