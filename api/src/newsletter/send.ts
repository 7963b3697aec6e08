import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { paths } from '@marram/api-contract/paths'
import { sql } from 'drizzle-orm'
import type { Db } from '../database/schema'
import type { Outbox } from '../mail/outbox'
import { mails } from '../mail/tables'
import { OperatorMistake } from '../operator-mistake'
import { ONE_CLICK } from './leave'
import { subscribers } from './tables'

/**
 * Queues a newsletter for everybody on the list: the first line of the file is its subject. If it was queued before, only
 * subscribers who did not get it are added.
 */
export async function sendNewsletter(db: Db, file: string, outbox: Outbox | undefined): Promise<{ queued: number }> {
  if (!outbox) throw new OperatorMistake('This site sends no mail: set MAIL_URL, and start it again.')
  const [subject = '', ...lines] = (await readFile(file, 'utf8')).replace(/^\uFEFF/, '').split(/\r?\n/)
  const text = lines.join('\n').trim()
  if (subject.trim() === '' || text === '')
    throw new OperatorMistake(`${file}: the first line is the subject, the rest the text`)
  const digest = createHash('sha256').update(`${subject}\n${text}`).digest('base64url')
  const before = `${text}\n\n-- \nTo leave the list: ${outbox.site}${paths.newsletter()}?leave=`
  // One statement, however long the list is. A concurrent unsubscription waits for it, and removes the new mails too.
  const { rows } = await db.execute<{ queued: number }>(sql`
    with queued as (
      insert into ${mails} (id, key, kind, recipient, subject, text, leave)
      select gen_random_uuid(), ${`newsletter:${digest}:`}::text || token::text, 'newsletter', email,
        ${subject.trim()}::text, ${before}::text || token::text, ${`${outbox.site}${ONE_CLICK}/`}::text || token::text
      from ${subscribers} where confirmed_at is not null
      for key share
      on conflict do nothing
      returning 1
    ) select count(*)::int as queued from queued`)
  return { queued: rows[0]?.queued ?? 0 }
}
