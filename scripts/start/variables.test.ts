import net, { type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { tryPort } from './ports'
import { checkServiceVariables } from './variables'

it('reports every invalid variable of a service, in plain English', () => {
  const wrong = {
    API_RATE_LIMIT: '5',
    RENDER_PROCESSES: 'abc',
    PUBLIC_URL: 'marram.example',
    API_HOST: 'http://host/base/path',
    TRUST_PROXY: 'true',
    BROTLI_QUALITY: '12',
    DATABASE_URL: 'mysql://somewhere',
    MARRAM_ENVIRONMENT: 'Two Words',
  }
  let message = ''
  try {
    checkServiceVariables(wrong)
  } catch (error) {
    message = (error as Error).message
  }
  const lines = message.split('\n')
  expect(lines.map((line) => line.split(':')[0]).sort()).toEqual(Object.keys(wrong).sort())
  expect(message).not.toMatch(/Invalid|expected|received|NaN/)
})

it('accepts the variables that a start of the whole site sets, and everything unset', () => {
  expect(() => checkServiceVariables({ RELEASES_URL: 'unused', API_RATE_LIMIT: '' })).not.toThrow()
  expect(() => checkServiceVariables({ MAIL_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: '' })).not.toThrow()
})

it('names the variable of a port that is taken', async () => {
  const other = net.createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  await expect(tryPort(port, '127.0.0.1', 'API_PORT')).rejects.toThrow(
    `Port ${port} is already in use. Stop what uses it, or choose another: API_PORT=${port + 1} npm start`,
  )
  other.close()
})

it('chooses no port for the console that another program uses at the other address of localhost', async () => {
  const other = net.createServer()
  const isThere = await new Promise<boolean>((resolve) => {
    other.once('error', () => resolve(false)).listen(0, '::1', () => resolve(true))
  })
  // A machine without IPv6 has only one address.
  if (!isThere) return
  const { port } = other.address() as AddressInfo
  await expect(tryPort(port, '127.0.0.1', 'CONSOLE_PORT')).rejects.toThrow(`CONSOLE_PORT=${port + 1} npm start`)
  other.close()
})
