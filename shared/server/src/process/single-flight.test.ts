import { expect, it } from 'vitest'
import { SingleFlight } from './single-flight'

const work = () => {
  let resolve!: (result: string) => void
  let reject!: (error: Error) => void
  const promise = new Promise<string>((...both) => {
    ;[resolve, reject] = both
  })
  const begun: string[] = []
  const begin = () => {
    begun.push('once')
    return promise
  }
  return { begin, resolve, reject, begun }
}

it('shares what is under way, and begins anew once it has ended', async () => {
  const flights = new SingleFlight<string>()
  const first = work()
  const both = [flights.share('a', first.begin), flights.share('a', first.begin)]
  expect(first.begun).toEqual(['once'])
  expect([flights.has('a'), flights.has('b')]).toEqual([true, false])
  first.resolve('one')
  expect(await Promise.all(both)).toEqual(['one', 'one'])
  expect(flights.has('a')).toBe(false)
  expect(await flights.share('a', async () => 'two')).toBe('two')
})

it('gives a failure to all who wait, and to nobody after them', async () => {
  const flights = new SingleFlight<string>()
  const first = work()
  const both = [flights.share('a', first.begin), flights.share('a', first.begin)]
  first.reject(new Error('no'))
  expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await flights.share('a', async () => 'two')).toBe('two')
})

it('joins nobody to what was begun before it was cleared, which then ends without harm', async () => {
  const flights = new SingleFlight<string>()
  const [old, current] = [work(), work()]
  const first = flights.share('a', old.begin)
  flights.clear()
  const second = flights.share('a', current.begin)
  old.resolve('old')
  expect(await first).toBe('old')
  expect(flights.has('a')).toBe(true)
  current.resolve('new')
  expect(await second).toBe('new')
})
