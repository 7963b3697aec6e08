import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: [
      './shared/service/src/testing/postgres-server.ts',
      './shared/service/src/testing/embedded-template.ts',
    ],
  },
})
