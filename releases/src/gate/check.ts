import type { CheckName } from '@marram/release-contract/calls/releases'

/** One thing that was looked at, in words. `warned` lets it go live. */
export type Check = {
  name: CheckName
  outcome: 'passed' | 'warned' | 'failed'
  message: string
  /** It failed for want of time: that may have been the machine's. */
  late?: true
}

export const passed = (name: CheckName, message: string): Check => ({ name, outcome: 'passed', message })
export const warned = (name: CheckName, message: string): Check => ({ name, outcome: 'warned', message })
export const failed = (name: CheckName, message: string): Check => ({ name, outcome: 'failed', message })

export const failedLate = (name: CheckName, message: string): Check => ({ ...failed(name, message), late: true })

export const hasFailed = (checks: Check[]): boolean => checks.some(({ outcome }) => outcome === 'failed')
