import { keptOnServers } from '@marram/api-contract/personal-data'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, it } from 'vitest'
import * as accounts from '../accounts/tables'
import * as comments from '../comments/tables'
import * as content from '../content/tables'
import { collections } from '../content-files/collections'
import * as events from '../events/tables'
import * as forms from '../forms/tables'
import * as idempotency from '../http/idempotency'
import * as mail from '../mail/tables'
import * as newsletter from '../newsletter/tables'
import * as quiz from '../quiz/tables'
import * as search from '../search/tables'
import * as uploads from '../uploads/tables'

const schema = { accounts, comments, content, events, forms, idempotency, mail, newsletter, quiz, search, uploads }
const tables = Object.values(schema)
  .flatMap((file) => Object.values(file))
  .filter((each): each is PgTable => is(each, PgTable))
  .map((table) => ({ table, ...getTableConfig(table) }))

it('every table and column with visitors’ data is declared', () => {
  // Items come from the site's own files, and the search is made from them.
  const ofContent = new Set<PgTable>([
    ...collections.map(({ table }) => table),
    ...[content.contentRevision, search.searchItems, search.searchWords],
  ])
  const stored = tables
    .filter(({ table }) => !ofContent.has(table))
    .map(({ name, columns }) => [name, columns.map((column) => column.name)])
  const declared = keptOnServers.flatMap(({ tables }) => Object.entries(tables)).filter(([name]) => !name.includes('.'))
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(stored))
})
