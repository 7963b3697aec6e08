import { createWriteStream, mkdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Participant } from '@marram/api-contract/quiz'
import { type AnyColumn, asc, eq, getTableColumns, gt, inArray, or, sql } from 'drizzle-orm'
import { sessions, users } from '../accounts/tables'
import { deleteComments } from '../comments/handlers'
import { comments } from '../comments/tables'
import type { Db, Tx } from '../database/schema'
import { deleteSubmissions, imagesIn } from '../forms/delete-submissions'
import { submissions } from '../forms/tables'
import type { Outbox } from '../mail/outbox'
import { mails } from '../mail/tables'
import { subscribers } from '../newsletter/tables'
import { lockParticipant, ofParticipant } from '../quiz/answers'
import { quizAnswers, quizScores } from '../quiz/tables'
import type { UploadFiles } from '../uploads/upload-files'
import { removeUnfinishedUploads } from '../uploads/uploads'
import { eraseAccount } from './erase-account'
import { isNamedIn, type Named, readNamed } from './named-in'

/** The number of stored items about a person, by kind. */
export type Counts = Record<string, number>

/** Changes nothing, and returns only counts. */
export async function findPerson(db: Db, typed: string): Promise<Counts> {
  const named = readNamed(typed)
  const stored = await storedOf(db, named)
  const owners = stored.accounts.map(({ id }) => id)
  const perhaps = [...stored.forms, ...stored.comments].filter(
    (row) => !owners.includes(row.user ?? '') && !textsOf(row).some((text) => isNamedIn(text, named, true)),
  )
  return { ...countsOf(stored), 'of these perhaps of a longer number': perhaps.length }
}

/** Writes the data stored about a person to a new folder: `person.json` and images. */
export async function exportPerson(db: Db, typed: string, folder: string, files: UploadFiles): Promise<Counts> {
  const stored = await storedOf(db, readNamed(typed))
  mkdirSync(folder, { mode: 0o700 })
  await writeFile(join(folder, 'person.json'), `${JSON.stringify(stored, null, 2)}\n`, { mode: 0o600 })
  for (const name of imagesOf(stored))
    await pipeline(await files.getStream(name), createWriteStream(join(folder, name), { mode: 0o600 }))
  return countsOf(stored)
}

/**
 * Deletes the data stored about a person, all of it or nothing; then images, if that fails within the hour. A form that is
 * sent again later with its old key is not stored again: such keys are not personal, and stay.
 */
export async function erasePerson(
  db: Db,
  typed: string,
  files: UploadFiles,
  outbox: Outbox | undefined,
): Promise<Counts> {
  const named = readNamed(typed)
  const counts = await db.transaction(async (tx) => {
    const stored = await storedOf(tx, named)
    if (named.email) await tx.delete(mails).where(eq(mails.to, named.email))
    for (const { id } of stored.accounts) await eraseAccount(tx, outbox, id)
    const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
    await deleteSubmissions(tx, inArray(submissions.id, idsOf(stored.forms)))
    await deleteComments(tx, inArray(comments.id, idsOf(stored.comments)))
    for (const participant of [...stored['answers of quizzes'], ...stored['results of quizzes']]) {
      await lockParticipant(tx, participant)
      for (const table of [quizAnswers, quizScores]) await tx.delete(table).where(ofParticipant(table, participant))
    }
    if (named.email) await tx.delete(subscribers).where(eq(subscribers.email, named.email))
    return countsOf(stored)
  })
  await removeUnfinishedUploads(db, files)
  return counts
}

type Stored = Awaited<ReturnType<typeof storedOf>>

/**
 * Other numbers or addresses in an account or a form are not followed: anybody can have entered those, and would see or
 * delete data of somebody else.
 */
async function storedOf(db: Db | Tx, named: Named) {
  const { phone, email } = named
  const { passwordHash: _, ...account } = getTableColumns(users)
  const own = phone ? eq(users.phone, phone) : eq(users.email, email ?? '')
  const candidates = await db
    .select(account)
    .from(users)
    .where(or(own, mayName(users.first_name), mayName(users.last_name)))
  const accounts = candidates.filter((each) =>
    areOf(named, each.phone, each.email, `${each.first_name} ${each.last_name}`),
  )
  const { createdAt, expiresAt } = sessions
  const ids = accounts.map(({ id }) => id)
  const { token: _token, ...subscription } = getTableColumns(subscribers)
  // These would allow unsubscribing, or changing a password.
  const { text: _text, leave: _leave, key: _key, ...mail } = getTableColumns(mails)
  const isOf = (each: Participant) => areOf(named, each.phone, each.name)
  return {
    accounts,
    logins: await db.select({ createdAt, expiresAt }).from(sessions).where(inArray(sessions.user, ids)),
    forms: await namedRows(db, submissions, named, ids),
    comments: await namedRows(db, comments, named, ids),
    'answers of quizzes': (await db.select().from(quizAnswers).where(mayBeOf(quizAnswers, named))).filter(isOf),
    'results of quizzes': (await db.select().from(quizScores).where(mayBeOf(quizScores, named))).filter(isOf),
    newsletter: email ? await db.select(subscription).from(subscribers).where(eq(subscribers.email, email)) : [],
    mails: email ? await db.select(mail).from(mails).where(eq(mails.to, email)) : [],
  }
}

/** Whether any text of a row names the person, since people type other data into name fields. */
const areOf = (named: Named, ...texts: string[]) => texts.some((text) => isNamedIn(text, named))

const mayBeOf = ({ name, phone }: typeof quizAnswers | typeof quizScores, named: Named) =>
  or(named.phone ? eq(phone, named.phone) : undefined, mayName(name))

/**
 * Leaves out rows that the database itself can exclude: a name of letters up to Cyrillic contains neither digits nor an @,
 * not even in other forms of Unicode or as HTML.
 */
const mayName = (name: AnyColumn) => sql`${name} ~ '[0-9@&\\u00b2-\\u00be]|[^\\u0001-\\u04ff]'`

const AT_ONCE = 500

type Sent = typeof submissions | typeof comments
type Row<Table extends Sent> = Table['$inferSelect']

/** Rows that the accounts sent or that name the person. Every text is read, since any can contain a number or an address. */
async function namedRows<Table extends Sent>(db: Db | Tx, table: Table, named: Named, accounts: string[]) {
  const found: Row<Table>[] = []
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const rows = (await db
      .select()
      .from(table as Sent)
      .where(gt(table.id, after))
      .orderBy(asc(table.id))
      .limit(AT_ONCE)) as Row<Table>[]
    found.push(
      ...rows.filter((row) => accounts.includes(row.user ?? '') || textsOf(row).some((text) => isNamedIn(text, named))),
    )
    after = rows.at(-1)?.id ?? after
    if (rows.length < AT_ONCE) return found
  }
}

const textsOf = (row: Row<Sent>): string[] =>
  'fields' in row
    ? row.fields.filter(({ kind }) => kind !== 'file').map(({ value }) => value)
    : [row.name, row.text, row.email ?? '', row.website ?? '']

const imagesOf = ({ forms }: Stored): string[] => forms.flatMap(({ fields }) => imagesIn(fields))

const countsOf = (stored: Stored): Counts => ({
  ...Object.fromEntries(Object.entries(stored).map(([what, rows]) => [what, rows.length])),
  images: imagesOf(stored).length,
})
