import { type Logger, pino } from 'pino'

/**
 * One JSON line for each event on standard output. Nothing personal belongs here: no addresses, no bodies,
 * no query strings, no headers; the redaction is a net below that rule, not the rule.
 */
export function createLog(service: string, level: string = process.env.LOG_LEVEL || 'info'): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['*.authorization', '*.cookie', '*.password', '*.phone', '*.email', 'phone', 'email', 'password'],
      censor: '[removed]',
    },
  })
}

export type { Logger } from 'pino'

/** A URL that may be logged: without query, and without the name and phone that some paths carry. */
export function loggablePath(url: string): string {
  const path = url.split('?', 1)[0] as string
  return path
    .replace(/^(\/api\/quiz\/participant\/)[^/]+\/[^/]+/, '$1*/*')
    .replace(/^(\/quiz-response\/)[^/]+\/[^/]+/, '$1*/*')
}
