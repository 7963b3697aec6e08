import { mailTransport, NotSent } from '@marram/server/mail'
import { countKinds, type Metrics } from '@marram/server/metrics'
import { within } from '@marram/server/within'
import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/schema'
import { mails } from './tables'

const EVERY_MS = 5_000
/** Longer than any attempt takes. */
const LEASE = sql`now() + interval '10 minutes'`
const CLOSE_WITHIN_MS = 5_000

type Parts = {
  db: Db
  log: Pick<FastifyBaseLogger, 'warn'>
  metrics: Metrics
  /** The SMTP server and the sender. */
  url: string
  from: string
}

/**
 * Sends queued mails. A process reserves a mail for ten minutes: if it ends meanwhile, another attempt follows, with the
 * same Message-ID. No content of a mail is logged.
 */
export function mailSender({ db, log, metrics, url, from }: Parts) {
  const count = countKinds(metrics, {
    name: 'marram_mails_total',
    help: 'Attempts to send a mail, by outcome.',
    kinds: ['sent', 'failed', 'refused'] as const,
  })
  const transport = mailTransport({ url, from })
  let stopped = false

  /** Sends the mail that has been due for the longest time. False if none is due. */
  async function sendNext(): Promise<boolean> {
    const due = and(isNull(mails.sentAt), lte(mails.dueAt, sql`now()`))
    const next = db.select({ id: mails.id }).from(mails).where(due).orderBy(asc(mails.dueAt)).limit(1)
    const [mail] = await db
      .update(mails)
      .set({ attempts: sql`${mails.attempts} + 1`, dueAt: LEASE })
      .where(inArray(mails.id, next.for('update', { skipLocked: true })))
      .returning()
    if (!mail) return false
    const mine = eq(mails.id, mail.id)
    try {
      await transport.send({
        ...{ id: mail.id, to: mail.to, subject: mail.subject, text: mail.text },
        ...(mail.leave && {
          headers: {
            'List-Unsubscribe': `<${mail.leave}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          },
        }),
      })
      await db.update(mails).set({ sentAt: sql`now()` }).where(mine)
      count('sent')
    } catch (error) {
      if (!(error instanceof NotSent)) throw error
      const { code, responseCode, isFinal } = error
      count(isFinal ? 'refused' : 'failed')
      log.warn({ code, responseCode, attempts: mail.attempts }, 'a mail could not be sent')
      // Another attempt would fail too.
      if (isFinal) await db.delete(mails).where(mine)
      else
        await db
          .update(mails)
          .set({ dueAt: sql`now() + make_interval(mins => ${2 ** Math.min(mail.attempts, 8)}::int)` })
          .where(mine)
    }
    return true
  }

  /** Sends all due mails. */
  async function sendDue(): Promise<void> {
    while (!stopped && (await sendNext()));
  }

  return {
    sendDue,
    /** Sends from now on, until the returned function is called. */
    start() {
      let running = Promise.resolve()
      let timer: NodeJS.Timeout
      const run = () => {
        running = sendDue()
          .catch((error) => log.warn(error, 'queued mails cannot be read'))
          .then(() => {
            if (!stopped) timer = setTimeout(run, EVERY_MS)
          })
      }
      run()
      return async () => {
        stopped = true
        clearTimeout(timer)
        // A mail that takes longer is sent again.
        await within(CLOSE_WITHIN_MS, running).catch(() => {})
      }
    },
  }
}
