import { applyContent } from '../content-files/apply'
import { exportContent } from '../content-files/export'
import { ContentMistake } from '../content-files/mistakes'
import type { Db } from '../database/schema'
import { exportSubmissions, NoSuchForm } from '../forms/export-submissions'
import type { Task } from './cli-command'

/** A file or folder that an operator named, or one below it, that cannot be used. The message begins with its path. */
class FileMistake extends Error {
  override readonly name = 'FileMistake'
}

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

/** A failure of the file system said so that an operator can mend it; any other error as it is. */
function inWords(error: unknown): unknown {
  const { code = '', path, syscall } = error as NodeJS.ErrnoException
  if (!path || !words[code]) return error
  const reason = code === 'ENOENT' && syscall === 'mkdir' ? 'no folder can be made there' : words[code]
  return new FileMistake(`${path}: ${reason}`, { cause: error })
}

export type Workplace = {
  db: Db
  mediaFolder: string
  /** Address of the place where images of submissions are. */
  uploads: string
}

/**
 * Does what an operator asks for, here or in the running API. Paths are absolute.
 * Throws what `isForOperator` knows where an operator can mend it.
 */
export async function operate(task: Task, place: Workplace): Promise<object> {
  try {
    return await perform(task, place)
  } catch (error) {
    throw inWords(error)
  }
}

async function perform(task: Task, { db, mediaFolder, uploads }: Workplace): Promise<object> {
  switch (task.action) {
    case 'content/apply':
      return applyContent(db, task.folder, mediaFolder)
    case 'content/export':
      return exportContent(db, task.folder, mediaFolder)
    case 'submissions/export':
      return exportSubmissions(db, task.form, task.file, uploads)
  }
}

/** Whether an error's message is for who typed the command. */
export const isForOperator = (error: unknown): error is Error =>
  error instanceof ContentMistake || error instanceof FileMistake || error instanceof NoSuchForm
