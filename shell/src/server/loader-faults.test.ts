import { configureReports, type Report } from '@marram/sdk/report'
import { beforeEach, expect, it } from 'vitest'
import { reportLoaderFaults } from './loader-faults'

const reports: Report[] = []
configureReports((report) => void reports.push(report))
beforeEach(() => void reports.splice(0))

it('tells which section made the mistake, with the error for its stack', () => {
  const error = new TypeError('x is not a function')
  reportLoaderFaults({ page: error }, 'mfe-events')
  expect(reports).toEqual([{ kind: 'loader', message: 'x is not a function', part: 'mfe-events', error }])
})

it('leaves answers of the API, which are shown and no mistakes, and pages that are well', () => {
  reportLoaderFaults({ page: { status: 503, statusText: '', internal: false, data: null } }, 'mfe-events')
  reportLoaderFaults(null, 'mfe-events')
  expect(reports).toEqual([])
})
