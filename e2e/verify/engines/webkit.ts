import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import { freePort } from '../../fixtures/site/site'
import { type Engine, PATIENCE_MS } from './visitor'

const DRIVER = '/usr/bin/WebKitWebDriver'
const XVFB = '/usr/bin/Xvfb'
const libraries = fs.existsSync('/usr/lib') ? fs.readdirSync('/usr/lib').map((name) => `/usr/lib/${name}`) : []
const miniBrowser = libraries
  .flatMap((folder) => ['4.1', '6.0', '4.0'].map((version) => `${folder}/webkit2gtk-${version}/MiniBrowser`))
  .find((file) => fs.existsSync(file))

const KEYS = { ArrowDown: '\uE015', Enter: '\uE007' }
/** The name that the protocol gives to the id of an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

/** WebKitGTK's MiniBrowser by the WebDriver protocol, on a screen that nobody sees. */
export const webkit: Engine = {
  name: 'WebKit',
  missing: () =>
    [DRIVER, XVFB].every((file) => fs.existsSync(file)) && miniBrowser
      ? undefined
      : 'WebKit, its driver or a screen is missing: apt-get install webkit2gtk-driver libwebkit2gtk-4.1-0 xvfb',
  async start() {
    const screen = spawn(XVFB, ['-displayfd', '1', '-screen', '0', '1280x900x24'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [display] = (await once(screen.stdout, 'data')) as [Buffer]
    const port = await freePort()
    const driver = spawn(DRIVER, [`--port=${port}`], {
      env: { ...process.env, DISPLAY: `:${display.toString().trim()}` },
      stdio: 'ignore',
    })
    const end = (child: ChildProcess) => {
      const ended = once(child, 'close')
      child.kill()
      return ended
    }
    const closeBoth = async () => {
      await end(driver)
      await end(screen)
    }
    try {
      const call = await openSession(port)
      await call('POST', '/window/rect', { x: 0, y: 0, width: 1280, height: 900 })
      const idOf = (found: unknown) => (found as Record<string, string>)[ELEMENT]
      const find = async (xpath: string) => idOf(await call('POST', '/element', { using: 'xpath', value: xpath }))
      return {
        open: async (url) => void (await call('POST', '/url', { url })),
        press: async (xpath) => void (await call('POST', `/element/${await find(xpath)}/click`, {})),
        type: async (xpath, text) => void (await call('POST', `/element/${await find(xpath)}/value`, { text })),
        async key(name) {
          const active = idOf(await call('GET', '/element/active'))
          await call('POST', `/element/${active}/value`, { text: KEYS[name] })
        },
        read: async <Value>(expression: string) =>
          (await call('POST', '/execute/sync', { script: `return (${expression})`, args: [] })) as Value,
        async close() {
          await call('DELETE', '').finally(closeBoth)
        },
      }
    } catch (error) {
      await closeBoth()
      throw error
    }
  },
}

/** Begins a session, as soon as the driver listens. Returns how to make its calls. */
async function openSession(port: number) {
  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const { value } = (await response.json()) as { value: unknown }
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  const options = { binary: miniBrowser, args: ['--automation'] }
  const alwaysMatch = {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': options,
    timeouts: { implicit: PATIENCE_MS },
  }
  const until = Date.now() + PATIENCE_MS
  for (;;) {
    try {
      const { sessionId } = (await ask('POST', '/session', { capabilities: { alwaysMatch } })) as { sessionId: string }
      return (method: string, path: string, body?: object) => ask(method, `/session/${sessionId}${path}`, body)
    } catch (error) {
      if (!(error instanceof TypeError) || Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
