import type { Reporter, TestCase } from 'vitest/node'

/** Names every test that passed at its second try only, with what failed first. */
export default class SecondTries implements Reporter {
  private readonly found: TestCase[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.found.push(test)
  }

  onTestRunEnd(): void {
    if (this.found.length === 0) return
    const lines = this.found.map((test) => {
      const reason = test.result().errors?.[0]?.message ?? 'it is not known why'
      return `  ${test.module.relativeModuleId} › ${test.fullName}\n    ${reason.replaceAll('\n', '\n    ')}\n`
    })
    process.stdout.write(`\n  Passed at the second try only, and worth a look:\n${lines.join('')}`)
  }
}
