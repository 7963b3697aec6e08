import type { RegistryClient } from '@marram/release-contract/registry-client'
import { RegistryError } from '@marram/release-contract/registry-client'
import { expect, it } from 'vitest'
import { commandLine, type Program } from './command-line'
import { commands } from './commands'

const report = { environment: 'production', part: 'tides', version: '1.0.0', replaces: null, pairs: [] }
const wayOut = 'The owner can release an address: npm run release -- address release mfe-content /news'

/** A command line on a registry that answers like this. */
async function run(args: string[], answer: Partial<RegistryClient>, inOwnWords?: Program['inOwnWords']) {
  const written = { stdout: '', stderr: '' }
  const write = (stream: keyof typeof written) => ({
    write(text: string) {
      written[stream] += text
      return true
    },
  })
  const program: Program = {
    name: 'npm run release --',
    ...(inOwnWords && { inOwnWords }),
    summary: '',
    ending: '',
    commands,
    connect: async () => ({ access: { registry: 'http://registry.invalid', token: '' }, registry: answer }) as never,
  }
  const terminal = { env: {}, stdout: write('stdout'), stderr: { ...write('stderr'), isTTY: false } } as never
  return { code: await commandLine(args, terminal, program), ...written }
}
const gate = (passed: boolean) => ({
  showGate: async () =>
    ({ ...report, passed, checks: [{ name: 'address', outcome: 'failed', message: wayOut }] }) as never,
})

it('a version that cannot go live ends the command gate with 1, after the whole report', async () => {
  expect(await run(['gate', 'tides', '1.0.0'], gate(true))).toMatchObject({ code: 0 })
  const { code, stdout } = await run(['gate', 'tides', '1.0.0'], gate(false))
  expect(code).toBe(1)
  expect(stdout).toContain('tides 1.0.0 cannot go live in production.')
  expect(await run(['gate', 'tides', '1.0.0', '--json'], gate(false))).toMatchObject({ code: 1, stderr: '' })
})

it('what the registry says is shown in the words of the program, errors too, and unchanged as JSON', async () => {
  const inOwnWords = (text: string) => text.replaceAll('npm run release --', 'npx marram')
  const { stdout } = await run(['gate', 'tides', '1.0.0'], gate(false), inOwnWords)
  expect(stdout).toContain('npx marram address release mfe-content /news')
  expect((await run(['gate', 'tides', '1.0.0', '--json'], gate(false), inOwnWords)).stdout).toContain(wayOut)
  const refuse = async (): Promise<never> => {
    throw new RegistryError(wayOut, 'refused')
  }
  const { code, stderr } = await run(['promote', 'tides'], { promote: refuse }, inOwnWords)
  expect([code, stderr]).toEqual([1, expect.stringContaining('npx marram address release')])
})
