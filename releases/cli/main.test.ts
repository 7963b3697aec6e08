import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

it('ends quietly when its reader closes the pipe, as in `… --help | head`', async () => {
  const main = join(import.meta.dirname, 'main.ts')
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), main, '--help'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  const [[code], errors] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
})
