import { afterEach, expect, it, vi } from 'vitest'
import { progressLine } from './words'

afterEach(() => void vi.useRealTimers())

const upload = { part: 'events', version: '1.0.0', ofFiles: 3, ofBytes: 3000 }

it.each([
  [true, 4, '\r\x1b[Kevents 1.0.0: 3 of 3 files, 3.0 KB of 3.0 KB\n'],
  [false, 1, 'events 1.0.0: 2 of 3 files, 2.0 KB of 3.0 KB\n'],
])('reports an upload, terminal: %s', (isTTY, lines, last) => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const written: string[] = []
  const report = progressLine({ isTTY, write: (text: unknown) => written.push(String(text)) > 0 })
  // The third file comes 4 s after the second: too soon for a separate line in the log of a pipeline.
  for (const [files, seconds] of [
    [0, 0],
    [1, 4],
    [2, 4],
    [3, 4],
  ] as const) {
    vi.advanceTimersByTime(seconds * 1000)
    report({ ...upload, files, bytes: files * 1000 })
  }
  expect([written.length, written.at(-1)]).toEqual([lines, last])
})
