import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { FolderProblem, findUpwards, readJson } from '@marram/build/part'
import { runProgram } from '@marram/build/run-program'
import { command } from '@marram/releases/cli/command'

type Report = { numPassedTests: number; numFailedTests: number; numPendingTests: number }

/** `marram test`. What Vitest says goes to standard error. */
export const testCommand = (folder: string) =>
  command({
    takes: ['[TEST]'],
    summary: 'run the tests of the section, or those of one file',
    async run({ test: named }, { terminal: { stderr }, json: isForPrograms }) {
      const vitest = findUpwards(folder, 'node_modules/vitest/vitest.mjs')
      if (!vitest) throw new FolderProblem(`vitest is not installed in ${folder}. Install its packages first.`)
      const results = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-test-'))
      try {
        const file = path.join(results, 'results.json')
        const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
        const { code, output: all } = await runProgram([vitest, 'run', ...reporters, ...(named ? [named] : [])], {
          cwd: folder,
        })
        const output = all.replace(/^JSON report written to .*\n?/m, '').trimEnd()
        if (!fs.existsSync(file)) throw new FolderProblem(`${output}\nThe tests did not run.`)
        if (!isForPrograms) stderr.write(`${output}\n`)
        const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = readJson<Report>(file)
        // A file that cannot be loaded has no test that failed.
        if (code === 0) return { text: `${passed} tests pass.`, json: { passed, failed, skipped } }
        const text = `${failed} of ${passed + failed} tests failed.`
        return { text, json: { passed, failed, skipped, output }, failed: true }
      } finally {
        fs.rmSync(results, { recursive: true, force: true })
      }
    },
  })
