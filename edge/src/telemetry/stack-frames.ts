/** A place in a file of a release. Lines from 1, columns from 1, as browsers and Node count in stacks. */
export type Frame = { part: string; version: string; file: string; line: number; column: number }

/** What is further down is the framework's. */
const MOST_FRAMES = 12
const MOST_CHARACTERS = 8000

/**
 * As a browser names it, by its address, and as a render process does, by its place on this disk. Engines differ in
 * what stands around it.
 */
const place =
  /[/\\]releases[/\\](?:files[/\\])?([a-z][a-z0-9-]{0,60})[/\\](\d[\w.+-]{0,100})[/\\]([\w@.~/\\-]{1,300}\.js)(?:\?[^\s:)]{0,100})?:(\d{1,9}):(\d{1,9})/

/** The frames of a stack that are in files of releases. Words, names and every other address are left out. */
export function framesOf(stack: string): Frame[] {
  const frames: Frame[] = []
  for (const text of stack.slice(0, MOST_CHARACTERS).split('\n')) {
    const found = place.exec(text)
    if (!found) continue
    const [, part = '', version = '', file = '', line, column] = found
    frames.push({ part, version, file: file.replaceAll('\\', '/'), line: Number(line), column: Number(column) })
    if (frames.length === MOST_FRAMES) break
  }
  return frames
}

export const frameText = ({ part, version, file, line, column }: Frame) =>
  `${part}@${version} ${file}:${line}:${column}`
