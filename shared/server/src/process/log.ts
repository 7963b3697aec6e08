import { type Logger, pino } from 'pino'

/** JSON lines on standard output. Nothing personal belongs here: the redaction is only a net below that rule. */
export function createLog(service: string, level: string = process.env.LOG_LEVEL || 'info'): Logger {
  return pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: loggableError },
    redact: {
      paths: ['*.authorization', '*.cookie', '*.password', '*.phone', '*.email', 'phone', 'email', 'password'],
      censor: '[removed]',
    },
  })
}

/** An error without the values of a failed statement: Drizzle writes them into message and stack. */
export function loggableError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack, cause } = error
  return {
    type: name,
    code: (error as { code?: unknown }).code,
    message: message.split('\nparams:', 1)[0],
    stack: stack?.match(/^ {4}at .*$/gm)?.join('\n'),
    ...(cause !== undefined && { cause: loggableError(cause) }),
  }
}

export type { Logger } from 'pino'

const personal: [RegExp, string][] = [
  [/[\w.%+-]{1,64}@[\w.-]{1,255}\.[a-z]{2,}/gi, '*@*'],
  [/(\/quiz-response\/)[^\s/]+\/[^\s/?#"']+/g, '$1*/*'],
  [/\?[^\s?"'()]*=[^\s"'()]*/g, '?*'],
  // Phone numbers in any notation. Six digits are not a phone number, but the length of a report's id.
  [/\+?\d(?:[ -]?\d){6,}/g, '*'],
]

/** The message of an error as it may be logged: without anything like a phone number, an e-mail address or a query. */
export const loggableWords = (text: string): string =>
  personal.reduce((words, [pattern, instead]) => words.replace(pattern, instead), text)
