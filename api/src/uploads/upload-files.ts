import { pathToFileURL } from 'node:url'
import type { StoredFiles } from '@marram/server/stored-files'
import type { Folders } from '../folders'

/** The store of images, each under a unique name. */
export type UploadFiles = Pick<StoredFiles, 'put' | 'delete' | 'getStream'>

/** The base address of images, to which their names are appended. */
export const uploadsAt = (place: string, { uploads }: Pick<Folders, 'uploads'>): string =>
  place ? place.replace(/\/+$/, '') : pathToFileURL(uploads).href
