import type { Logger } from '@marram/server/log'
import { sql } from 'drizzle-orm'
import { forgetOldAttempts } from './accounts/failed-attempts'
import { forgetEndedSessions } from './accounts/sessions'
import { indexMissing } from './content-files/apply'
import type { Db } from './database/schema'
import { forgetOldKeys } from './http/idempotency'
import { forgetOldMails, type Outbox } from './mail/outbox'
import { askAllToConfirm, forgetUnconfirmed } from './newsletter/ask-to-confirm'
import { forgetOldSubmissions, forgetRejectedComments } from './people/keep-days'
import { shortenNames } from './quiz/short-name'
import { forgetOldUploads } from './uploads/quota'
import type { UploadFiles } from './uploads/upload-files'
import { removeUnfinishedUploads } from './uploads/uploads'

type Parts = { db: Db; uploadFiles: UploadFiles; outbox: Outbox | undefined; log: Pick<Logger, 'info'> }

/** At start and hourly: updates data of older versions, and deletes expired data. */
export async function tidy({ db, uploadFiles, outbox, log }: Parts): Promise<void> {
  await shortenNames(db)
  const indexed = await indexMissing(db)
  if (indexed > 0) log.info({ indexed }, 'indexed content that could not be found yet')
  await forgetOldKeys(db)
  await forgetOldUploads(db)
  await forgetEndedSessions(db, new Date())
  await forgetOldAttempts(db, new Date())
  await forgetOldMails(db)
  await forgetUnconfirmed(db)
  await forgetRejectedComments(db)
  if (outbox) await askAllToConfirm(db, outbox)
  const deleted = await forgetOldSubmissions(db)
  if (deleted > 0) log.info({ deleted }, 'deleted submissions after their retention period')
  const removed = await removeUnfinishedUploads(db, uploadFiles)
  if (removed > 0) log.info({ removed }, 'removed images of failed submissions')
  // Nothing else updates the statistics of the embedded engine; without them it plans badly.
  await db.execute(sql`analyze`)
}
