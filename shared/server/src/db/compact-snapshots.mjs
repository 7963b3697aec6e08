import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// drizzle-kit compares the schema with the newest snapshot alone: earlier ones go, and that one needs no lines.
const meta = join(process.argv[2] ?? 'migrations', 'meta')
const snapshots = readdirSync(meta)
  .filter((name) => name.endsWith('_snapshot.json'))
  .sort()
for (const name of snapshots.slice(0, -1)) rmSync(join(meta, name))
const newest = join(meta, snapshots.at(-1) ?? '')
writeFileSync(newest, `${JSON.stringify(JSON.parse(readFileSync(newest, 'utf8')))}\n`)
