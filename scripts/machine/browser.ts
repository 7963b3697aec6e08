import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { root, UsageError } from '../workspace'
import { debianPrograms, onPath, unpackedPrograms } from './debian'

// Without windows and what belongs to them: it takes a tenth less work.
const HEADLESS = 'chromium-headless-shell'
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
// The fonts have the widths of Arial, as the systems of visitors: the stand-ins for the site's own fonts are made for these.
const PACKAGES = [HEADLESS, 'fonts-liberation']
const DEBIAN = '/usr/lib/chromium'
const DOWNLOAD_WITHIN_MS = 120_000

/** Path of a Chromium: an installed one, else Playwright's own, else Debian's package. Reports where it comes from. */
export async function findChromium(say: (words: string) => void): Promise<string> {
  const given = process.env.MARRAM_CHROMIUM
  if (given) return given
  const installed = [...NAMES.map(onPath), ...MAC].find((file) => file && fs.existsSync(file))
  if (installed) return installed
  // The registry's copy of Playwright: the benchmark has loaded the test runner, which cannot be loaded twice.
  const playwright = createRequire(path.join(root, 'releases/package.json'))
  const { chromium } = playwright('playwright-core') as { chromium: { executablePath(): string } }
  if (fs.existsSync(chromium.executablePath())) return chromium.executablePath()
  const unpacked = unpackedPrograms(PACKAGES)
  if (unpacked) return path.join(unpacked, HEADLESS)
  say('no Chromium is installed; asking Playwright for its own')
  const cli = path.join(path.dirname(playwright.resolve('playwright-core/package.json')), 'cli.js')
  spawnSync(process.execPath, [cli, 'install', 'chromium'], { stdio: 'ignore', timeout: DOWNLOAD_WITHIN_MS })
  if (fs.existsSync(chromium.executablePath())) return chromium.executablePath()
  say("Playwright's cannot be had here; taking Debian's package")
  const folder = debianPrograms({
    packages: PACKAGES,
    programs: /^usr\/lib\/chromium\/chromium-headless-shell$/,
    installed: () => (fs.existsSync(path.join(DEBIAN, HEADLESS)) ? DEBIAN : undefined),
    say,
  })
  if (folder) return path.join(folder, HEADLESS)
  throw new UsageError('The browser tests need a Chromium: install one, or name it with MARRAM_CHROMIUM=PATH')
}
