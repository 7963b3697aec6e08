import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { root } from '../workspace'
import { findChromium } from './browser'

afterEach(() => vi.unstubAllEnvs())

test('a machine without a Chromium gets instructions, even when the benchmark has loaded its test runner', async () => {
  const nothing = fs.mkdtempSync(path.join(os.tmpdir(), 'no-chromium-'))
  for (const name of ['PATH', 'HOME', 'PLAYWRIGHT_BROWSERS_PATH']) vi.stubEnv(name, nothing)
  vi.stubEnv('MARRAM_CHROMIUM', '')
  vi.stubEnv('PLAYWRIGHT_DOWNLOAD_HOST', 'http://127.0.0.1:1')
  createRequire(path.join(root, 'bench/package.json'))('@playwright/test')
  const said: string[] = []
  await expect(findChromium((words) => said.push(words))).rejects.toThrow('name it with MARRAM_CHROMIUM')
  expect(said[0]).toBe('no Chromium is installed; asking Playwright for its own')
})
