import { isAbsolute } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { isSame } from '../accounts/tokens'
import { applyContent } from '../content-files/apply'
import { exportContent } from '../content-files/content-folder'
import type { Db } from '../database/schema'
import { exportSubmissions } from '../forms/export-submissions'
import { Refusal } from '../http/refusal'
import type { ContentRevision } from '../http/response-cache'
import type { Outbox } from '../mail/outbox'
import { sendNewsletter } from '../newsletter/send'
import { OperatorMistake } from '../operator-mistake'
import { erasePerson, exportPerson, findPerson } from '../people/person'
import type { UploadFiles } from '../uploads/upload-files'
import type { Task } from './cli-command'
import { decideComment, decideWork, waitingComments, waitingWork } from './decide'

/** Of a file or folder that an operator named, or one below it. */
const words: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'something on the way to it is not a folder',
  EISDIR: 'it is a folder, and should be a file',
  EEXIST: 'something else is there already',
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  EROFS: 'its disk cannot be written',
  ENOSPC: 'its disk is full',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead nowhere',
}

export type Workplace = {
  db: Db
  mediaFolder: string
  /** Address of the place where images of submissions are. */
  uploads: string
  uploadFiles: UploadFiles
  outbox: Outbox | undefined
}

/** Does what an operator asks for, here or in the running API. Paths are absolute. Throws `OperatorMistake`. */
export async function operate(
  task: Task,
  { db, mediaFolder, uploads, uploadFiles, outbox }: Workplace,
): Promise<object> {
  try {
    switch (task.action) {
      case 'content/apply':
        return await applyContent(db, task.folder, mediaFolder)
      case 'content/export':
        return await exportContent(db, task.folder, mediaFolder)
      case 'submissions/export':
        return await exportSubmissions(db, task.form, task.file, uploads)
      case 'submissions/list':
        return await waitingWork(db, uploads)
      case 'submissions/take':
        return await decideWork(db, task.reference, 'taken')
      case 'submissions/reject':
        return await decideWork(db, task.reference, 'rejected')
      case 'comments/list':
        return await waitingComments(db)
      case 'comments/approve':
        return await decideComment(db, task.reference, 'taken')
      case 'comments/reject':
        return await decideComment(db, task.reference, 'rejected')
      case 'newsletter/send':
        return await sendNewsletter(db, task.file, outbox)
      case 'person/find':
        return await findPerson(db, task.person)
      case 'person/export':
        return await exportPerson(db, task.person, task.folder, uploadFiles)
      case 'person/erase':
        return await erasePerson(db, task.person, uploadFiles, outbox)
    }
  } catch (error) {
    const { code = '', path, syscall } = error as NodeJS.ErrnoException
    if (!path || !words[code]) throw error
    const reason = code === 'ENOENT' && syscall === 'mkdir' ? 'no folder can be made there' : words[code]
    throw new OperatorMistake(`${path}: ${reason}`, { cause: error })
  }
}

const reference = z.object({ reference: z.string() })
const path = z.string().check(z.refine((text) => isAbsolute(text), 'must be an absolute path'))
const bodies = {
  'content/apply': z.object({ folder: path }),
  'content/export': z.object({ folder: path }),
  'submissions/export': z.object({ form: z.string(), file: path }),
  'submissions/list': z.object({}),
  'submissions/take': reference,
  'submissions/reject': reference,
  'comments/list': z.object({}),
  'comments/approve': reference,
  'comments/reject': reference,
  'newsletter/send': z.object({ file: path }),
  'person/find': z.object({ person: z.string() }),
  'person/export': z.object({ person: z.string(), folder: path }),
  'person/erase': z.object({ person: z.string() }),
} satisfies Record<Task['action'], z.ZodMiniType>

/**
 * What the command line asks a running API to do, since only one process can open the embedded database. It is not
 * under /api, so no edge passes it on, and needs the token in the data folder.
 */
export async function operator(
  app: FastifyInstance,
  { revision, token, ...workplace }: Workplace & { revision: ContentRevision; token: string },
): Promise<void> {
  app.addHook('onRequest', async (request) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) throw new Refusal(401, 'Wrong token.')
  })
  for (const [action, body] of Object.entries(bodies))
    app.post(`/operator/${action}`, { schema: { hide: true, body } }, async (request) => {
      try {
        const data = await operate({ action, ...(request.body as object) } as Task, workplace)
        if (action === 'content/apply' || action.startsWith('comments/')) revision.forget()
        return { code: 200, data }
      } catch (error) {
        throw error instanceof OperatorMistake ? new Refusal(400, error.message) : error
      }
    })
}
