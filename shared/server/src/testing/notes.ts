import { integer, pgSchema, text } from 'drizzle-orm/pg-core'

/** The smallest service, for the tests of this package. */
const schema = pgSchema('notes')
export const notes = schema.table('notes', { id: integer('id').primaryKey(), text: text('text').notNull() })

export const notesOptions = {
  schema: { notes },
  migrations: new URL('./notes-migrations', import.meta.url).pathname,
  migrationsSchema: 'notes',
}
