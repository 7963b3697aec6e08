import { cpSync } from 'node:fs'
import { createLog } from '@marram/server/log'
import { EDGE_TOKEN } from '@marram/server/request-id'
import { openFiles } from '@marram/server/stored-files'
import type { TestEngine } from '@marram/server/testing/engines'
import { type AppOptions, buildApp } from '../app'
import { openApiDatabase } from '../database/open-database'
import { type Folders, foldersIn } from '../folders'
import { type ApiSettings, apiEnvironment } from '../settings'
import { TODAY } from './sample-content'

const {
  TEST_CONTENT_TEMPLATE: folder = '',
  TEST_CONTENT_DATABASE: database,
  TEST_CONTENT_MEDIA: pictures = '',
} = process.env
/** A database with the sample content, as `content-template.ts` has made it. */
export const contentTemplate = { folder, database }

const EDGE = 'the-token-of-the-edge-in-these-tests'

/** Headers of a call that the edge makes for a visitor at this address. */
export const fromEdge = (address: string) => ({ 'x-forwarded-for': address, [EDGE_TOKEN]: EDGE })

/** The API on a real database with the sample content, at the day for which that was written. */
export async function openTestApp(
  engine: TestEngine,
  settings: Partial<ApiSettings> = {},
  options: Pick<AppOptions, 'now' | 'metrics' | 'disk' | 'attemptLimit'> = {},
) {
  const place = await engine.create({ template: contentTemplate })
  const folders = { ...foldersIn(place.location.folder), database: place.location.folder }
  const media = await openFiles(settings.API_MEDIA ?? '', folders.media)
  const openDatabase = () => openApiDatabase(place.location)
  const build = async ({ db, engine, listen }: Awaited<ReturnType<typeof openDatabase>>, folders: Folders) => {
    const app = await buildApp({
      db,
      engine,
      listen,
      settings: { ...apiEnvironment.parse({}), API_RATE_LIMIT: 100_000, API_EDGE_TOKEN: EDGE, ...settings },
      folders,
      uploadFiles: await openFiles(settings.API_UPLOADS ?? '', folders.uploads),
      mediaFiles: await openFiles(settings.API_MEDIA ?? '', folders.media),
      log: createLog('api', 'silent'),
      operatorToken: 'operator-token',
      code: 'tests',
      today: () => TODAY,
      ...options,
    })
    await app.ready()
    return app
  }
  cpSync(pictures, folders.media, { recursive: true })
  const database = await openDatabase()
  const app = await build(database, folders)
  return {
    app,
    db: database.db,
    folders,
    media,
    /** A second instance beside this one, which only works with a database server. Close it before this one. */
    async another(its = folders) {
      const itsDatabase = await openDatabase()
      const other = await build(itsDatabase, its)
      return {
        app: other,
        async close() {
          await other.close()
          await itsDatabase.close()
        },
      }
    },
    async close() {
      await app.close()
      await database.close()
      await place.drop()
    },
  }
}
export type TestApp = Awaited<ReturnType<typeof openTestApp>>
