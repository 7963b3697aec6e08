import { createLog, type Logger } from '@marram/server/log'

export type Line = { level: string; fields: Record<string, unknown>; message: string }

/** A log whose lines a test can read. */
export function fakeLog(): { log: Logger; lines: Line[]; messages: () => string[] } {
  const log = createLog('test', 'silent')
  const lines: Line[] = []
  log.isLevelEnabled = () => true
  for (const level of ['info', 'warn', 'error'] as const)
    log[level] = (fields: unknown, message?: string) =>
      void lines.push(
        typeof fields === 'string'
          ? { level, fields: {}, message: fields }
          : { level, fields: { ...(fields as object) }, message: message ?? String((fields as Error).message) },
      )
  return { log, lines, messages: () => lines.map(({ message }) => message) }
}
