import { describe, it } from 'vitest'
import { allEngines, type TestEngine } from './engines'

/** Tests that only a database on a server can show, such as several processes on one. Skipped with a note if there is none. */
export function describeOnServer(name: string, tests: (engine: TestEngine) => void): void {
  const server = allEngines.find((engine) => engine.name === 'server')
  describe(`${name} (server)`, () => {
    if (server) tests(server)
    else it.skip('needs a PostgreSQL server', () => {})
  })
}
