import fs from 'node:fs'
import puppeteer from 'puppeteer-core'
import { type Engine, PATIENCE_MS } from './visitor'

const PROGRAMS = [process.env.MARRAM_FIREFOX, '/usr/bin/firefox-esr', '/usr/bin/firefox']
const program = PROGRAMS.find((file) => file && fs.existsSync(file))

/** By WebDriver BiDi. */
export const firefox: Engine = {
  name: 'Firefox',
  missing: () =>
    program ? undefined : 'no Firefox is here: apt-get install firefox-esr, or name one with MARRAM_FIREFOX',
  async start() {
    const browser = await puppeteer.launch({
      browser: 'firefox',
      protocol: 'webDriverBiDi',
      executablePath: program,
      defaultViewport: { width: 1280, height: 900 },
    })
    const page = await browser.newPage()
    const find = async (xpath: string) => {
      const found = await page.waitForSelector(`::-p-xpath(${xpath})`, { visible: true, timeout: PATIENCE_MS })
      if (!found) throw new Error(`nothing is at ${xpath}`)
      return found
    }
    return {
      open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded' })),
      press: async (xpath) => (await find(xpath)).click(),
      type: async (xpath, text) => (await find(xpath)).type(text),
      key: (name) => page.keyboard.press(name),
      read: <Value>(expression: string) => page.evaluate(expression) as Promise<Value>,
      close: () => browser.close(),
    }
  },
}
