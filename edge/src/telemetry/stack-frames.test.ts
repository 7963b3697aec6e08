import { describe, expect, it } from 'vitest'
import { framesOf, frameText } from './readable-stacks'

const file = 'browser/static/js/async/q5.0782e1c9e0.js'
const url = `https://marram.example/releases/files/mfe-quiz/1.0.0-7ca3b1c9/${file}`
const texts = (stack: string) => framesOf(stack).map(frameText)

describe('the frames of a stack', () => {
  it.each([
    ['Chromium', `TypeError: x is not a function\n    at Rosalind (${url}:1:20543)\n    at ${url}:2:7`],
    ['Chromium, at a second attempt', `Error\n    at a (${url}?retry=1:1:20543)\n    at async b (${url}:2:7)`],
    ['Firefox and Safari', `Rosalind@${url}:1:20543\n@${url}:2:7\n`],
  ])('are those in files of releases, in the format of %s', (_, stack) => {
    expect(texts(stack)).toEqual([`mfe-quiz@1.0.0-7ca3b1c9 ${file}:1:20543`, `mfe-quiz@1.0.0-7ca3b1c9 ${file}:2:7`])
  })

  it.each([
    ['/srv/data/edge/releases/mfe-quiz/1.0.0/server/index.js'],
    ['C:\\data\\edge\\releases\\mfe-quiz\\1.0.0\\server\\index.js'],
  ])('are those of a render process at %s', (path) => {
    expect(texts(`Error: no\n    at f (${path}:3:9)\n    at node:internal/x:1:1`)).toEqual([
      'mfe-quiz@1.0.0 server/index.js:3:9',
    ])
  })

  it('contain nothing from the message, the page’s address, or other scripts', () => {
    const stack = `Error: call 0123456789\n    at x (https://marram.example/quiz-response/Rosalind/0123456789:1:1)
    at y (chrome-extension://abc/x.js:1:2)\n    at z (https://elsewhere.example/releases.js:1:2)`
    expect(framesOf(stack)).toEqual([])
  })

  it('are limited, and so is the time to find them', () => {
    expect(framesOf(`at ${url}:1:1\n`.repeat(100))).toHaveLength(12)
    const startedAt = performance.now()
    for (const part of ['/releases/a/1/a', '/releases/files/', 'a/', '.', '-']) framesOf(part.repeat(100_000))
    expect(performance.now() - startedAt).toBeLessThan(2000)
  })
})
