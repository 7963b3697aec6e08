import { join, resolve } from 'node:path'

export type Folders = ReturnType<typeof foldersIn>

/** The API's folders and files in MARRAM_DATA. */
export function foldersIn(data: string) {
  const service = resolve(data, 'api')
  return {
    service,
    database: join(service, 'database'),
    /** Pictures of the content, public. */
    media: join(service, 'media'),
    /** Images that visitors sent, where no bucket stores them; never public. */
    uploads: join(service, 'uploads'),
    /** How the command line finds a running API. */
    operatorFile: join(service, 'token'),
  }
}
