import type { MediaFiles } from '../content/media'
import { applyContent } from '../content-files/apply'
import { exportContent } from '../content-files/content-folder'
import type { Db } from '../database/schema'
import { exportSubmissions } from '../forms/export-submissions'
import type { Outbox } from '../mail/outbox'
import { sendNewsletter } from '../newsletter/send'
import { type Counts, erasePerson, exportPerson, findPerson } from '../people/person'
import type { UploadFiles } from '../uploads/upload-files'
import { type Decision, decideComment, decideWork, type Waiting, waitingComments, waitingWork } from './decide'

export type Workplace = {
  db: Db
  media: MediaFiles
  /** Base address of the images of submissions. */
  uploads: string
  uploadFiles: UploadFiles
  outbox: Outbox | undefined
}

/** Arguments of commands, by their names in the help. */
export const inputs = { folder: 'FOLDER', form: 'FORM', file: 'FILE', reference: 'REF', person: 'WHO' }
export type Input = keyof typeof inputs
export type Given = Record<Input, string>

type Command = {
  needs: Input[]
  run(place: Workplace, given: Given): Promise<object>
  /** The result as text. */
  report(result: object, given: Given): string
}

const command = <Needed extends Input, Result extends object>(
  needs: Needed[],
  run: (place: Workplace, given: Pick<Given, Needed>) => Promise<Result>,
  report: (result: Result, given: Pick<Given, Needed>) => string,
): Command => ({ needs, run, report })

const decision = (decide: typeof decideWork, taken: Decision, words: string) =>
  command(
    ['reference'],
    ({ db }, { reference }) => decide(db, reference, taken),
    (_, { reference }) => `Done: ${words} ${reference}`,
  )

/** All operator commands, as `NOUN/VERB`. Paths are absolute. */
export const commands = {
  'content/apply': command(
    ['folder'],
    ({ db, media }, { folder }) => applyContent(db, folder, media),
    ({ items, changed, revision }) =>
      `${items} items, ${changed === 0 ? 'nothing changed' : `${changed} changed, content revision ${revision}`}`,
  ),
  'content/export': command(
    ['folder'],
    ({ db, media }, { folder }) => exportContent(db, folder, media),
    ({ items }, { folder }) => `${items} items written to ${folder}`,
  ),
  'submissions/export': command(
    ['form', 'file'],
    ({ db, uploads }, { form, file }) => exportSubmissions(db, form, file, uploads),
    ({ rows }, { form, file }) => `${rows} submissions of ${form} written to ${file}`,
  ),
  'submissions/list': command([], ({ db, uploads }) => waitingWork(db, uploads), listed),
  'submissions/take': decision(decideWork, 'taken', 'submissions take'),
  'submissions/reject': decision(decideWork, 'rejected', 'submissions reject'),
  'comments/list': command([], ({ db }) => waitingComments(db), listed),
  'comments/approve': decision(decideComment, 'taken', 'comments approve'),
  'comments/reject': decision(decideComment, 'rejected', 'comments reject'),
  'newsletter/send': command(
    ['file'],
    ({ db, outbox }, { file }) => sendNewsletter(db, file, outbox),
    ({ queued }) => `${queued} e-mails are on their way`,
  ),
  'person/find': command(['person'], ({ db }, { person }) => findPerson(db, person), counted('Stored')),
  'person/export': command(
    ['person', 'folder'],
    ({ db, uploadFiles }, { person, folder }) => exportPerson(db, person, folder, uploadFiles),
    counted('Written'),
  ),
  'person/erase': command(
    ['person'],
    ({ db, uploadFiles, outbox }, { person }) => erasePerson(db, person, uploadFiles, outbox),
    counted('Erased'),
  ),
}
export type Action = keyof typeof commands
export type Task = { action: Action } & Partial<Given>

function counted(done: string) {
  return (counts: Counts) => {
    const found = Object.entries(counts).filter(([, count]) => count > 0)
    if (found.length === 0) return 'Nothing is stored under this phone number or e-mail address.'
    return `${done}: ${found.map(([what, count]) => `${what} ${count}`).join(', ')}`
  }
}

function listed({ waiting }: { waiting: Waiting[] }): string {
  if (waiting.length === 0) return 'Nothing waits for a decision.'
  const shown = waiting.map(({ reference, at, from, texts }) =>
    [`${reference}  ${at}  ${plain(from)}`, ...texts.map(([label, value]) => `  ${plain(`${label}: ${value}`)}`)].join(
      '\n',
    ),
  )
  return shown.join('\n\n')
}

/** Texts of visitors must not control the terminal that shows them. */
const plain = (text: string) => text.replace(/[\p{Cc}\p{Cf}]/gu, ' ')
