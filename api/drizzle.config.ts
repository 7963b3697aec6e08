import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/database/schema.ts', './src/*/tables.ts', './src/http/idempotency.ts'],
  out: './migrations',
  schemaFilter: ['api'],
})
