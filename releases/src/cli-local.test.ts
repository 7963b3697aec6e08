import { expect, it } from 'vitest'
import { parseCommand } from './cli-command'
import { commands } from './cli-commands'
import { answerLocally } from './cli-local'

it.each(Object.keys(commands))('%s tells its options', (name) => {
  for (const args of [
    [...name.split(' '), '--help'],
    ['help', ...name.split(' ')],
  ])
    expect(answerLocally(parseCommand(args))?.text.split(' [OPTIONS]')[0]).toMatch(
      new RegExp(`^Usage: npm run release -- ${name}(?: |$)`),
    )
})

it('completion prints its script, and whatever asks the registry nothing', () => {
  expect(answerLocally(parseCommand(['completion']))?.text).toContain('complete -o default -F _marram_release')
  expect(answerLocally(parseCommand(['list']))).toBeUndefined()
})
