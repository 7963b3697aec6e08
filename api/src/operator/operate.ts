import { applyContent } from '../content-files/apply'
import { exportContent } from '../content-files/export'
import { ContentMistake } from '../content-files/mistakes'
import type { Db } from '../database/schema'
import { exportSubmissions, NoSuchForm } from '../forms/export-submissions'
import type { Task } from './cli-command'
import { FileMistake, inWords } from './file-mistake'

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
