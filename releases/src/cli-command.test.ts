import { expect, it } from 'vitest'
import { parseCommand } from './cli-command'

const standard = { env: 'production', json: false, reason: undefined }

it.each([
  ['publish dist', { command: 'publish', folder: 'dist', promote: false }],
  ['publish --promote dist --env staging', { command: 'publish', folder: 'dist', promote: true, env: 'staging' }],
  ['list', { command: 'list', part: undefined }],
  ['list events --json', { command: 'list', part: 'events', json: true }],
  ['promote events 1.2.0 --reason=better', { command: 'promote', part: 'events', version: '1.2.0', reason: 'better' }],
  ['rollback events', { command: 'rollback', part: 'events', version: undefined }],
  ['rollback events 1.2.0-dev.1', { command: 'rollback', part: 'events', version: '1.2.0-dev.1' }],
  ['promote --help', { command: 'help' }],
])('understands %s', (line, command) => {
  expect(parseCommand(line.split(' '))).toEqual({ ...standard, ...command })
})

it.each([
  ['', 'A command is missing.'],
  ['deploy', 'There is no command deploy.'],
  ['list --all', '--all'],
  ['publish', 'publish needs a FOLDER.'],
  ['publish a b', 'publish takes one FOLDER.'],
  ['promote', 'A PART is missing.'],
  ['promote events', 'promote needs PART and VERSION.'],
  ['promote events latest', 'latest is not a version'],
  ['promote ../events 1.0.0', 'not the name of a part'],
  ['rollback events 1.0.0 now', 'now is one word too many.'],
  ['list --promote', '--promote belongs to publish.'],
  ['list --env', '--env'],
])('does not understand "%s"', (line, words) => {
  expect(() => parseCommand(line.split(' ').filter(Boolean))).toThrow(words)
})
