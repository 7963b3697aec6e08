import { expect, it } from 'vitest'
import { retrySource } from './chunk-retries'

/** A run time whose chunks fail as often as `failures` says; the addresses that it requested. */
function runTime(failures: number) {
  const asked: string[] = []
  let left = failures
  const require = {
    u: (id: string) => `static/js/${id}.js`,
    miniCssF: (id: string) => `static/css/${id}.css`,
    async e(id: string) {
      const address = require.u(id)
      asked.push(address)
      if (left-- > 0) throw new Error(address)
      return id
    },
  }
  new Function('require', retrySource('require'))(require)
  return { require, asked }
}

it('a chunk that fails is requested twice more, by other addresses, its styles too', async () => {
  const { require, asked } = runTime(2)
  expect(await require.e('a')).toBe('a')
  expect(asked).toEqual(['static/js/a.js', 'static/js/a.js?retry=1', 'static/js/a.js?retry=2'])
  expect([require.miniCssF('a'), require.miniCssF('b')]).toEqual(['static/css/a.css?retry=2', 'static/css/b.css'])
})

it('a chunk that comes is requested once', async () => {
  const { require, asked } = runTime(0)
  await require.e('a')
  expect(asked).toEqual(['static/js/a.js'])
})

it('a chunk that always fails is given up, and requested by another address when it is needed again', async () => {
  const { require, asked } = runTime(3)
  await expect(require.e('a')).rejects.toThrow('static/js/a.js?retry=2')
  expect(await require.e('a')).toBe('a')
  expect(asked.at(-1)).toBe('static/js/a.js?retry=3')
})
