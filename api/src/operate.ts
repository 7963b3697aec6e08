import type { Db } from './call'
import type { Task } from './cli-command'
import { applyContent } from './content/apply'
import { exportContent } from './content/export'
import { exportSubmissions } from './submissions/export'

export type Workplace = {
  db: Db
  mediaFolder: string
  /** Address of the place where images of submissions are. */
  uploads: string
}

/** Does what an operator asks for, here or in the running API. Paths are absolute. */
export async function operate(task: Task, { db, mediaFolder, uploads }: Workplace): Promise<object> {
  switch (task.action) {
    case 'content/apply':
      return applyContent(db, task.folder, mediaFolder)
    case 'content/export':
      return exportContent(db, task.folder, mediaFolder)
    case 'submissions/export':
      return exportSubmissions(db, task.form, task.file, uploads)
  }
}
