import { expect, it } from 'vitest'
import { parseCommand } from './cli-command'

it.each([
  ['content apply a/b', { action: 'content/apply', folder: 'a/b' }],
  ['content export a', { action: 'content/export', folder: 'a' }],
  ['submissions export a-b', { action: 'submissions/export', form: 'a-b', file: 'a-b.csv' }],
  ['submissions export a c/d.csv', { action: 'submissions/export', form: 'a', file: 'c/d.csv' }],
  ['submissions list', { action: 'submissions/list' }],
  ['submissions take 7F3A91C2', { action: 'submissions/take', reference: '7F3A91C2' }],
  ['comments list', { action: 'comments/list' }],
  ['comments approve 7F3A91C2', { action: 'comments/approve', reference: '7F3A91C2' }],
  ['comments reject 7F3A91C2', { action: 'comments/reject', reference: '7F3A91C2' }],
  ['newsletter send a.txt', { action: 'newsletter/send', file: 'a.txt' }],
  ['person find 0123456789', { action: 'person/find', person: '0123456789' }],
  ['person export a@b.org c', { action: 'person/export', person: 'a@b.org', folder: 'c' }],
  ['person erase a@b.org', { action: 'person/erase', person: 'a@b.org' }],
  ['person erase a@b.org --yes', { action: 'person/erase', person: 'a@b.org' }],
  ['--help', 'help'],
  ['-h', 'help'],
  ['help', 'help'],
  ['content apply --help', 'help'],
])('parses %s', (line, command) => {
  expect(parseCommand(line.split(' '))).toEqual(command)
})

it.each([
  ['', 'A command is missing.'],
  ['contents', 'There is no command contents.'],
  ['content', 'content needs apply or export.'],
  ['content remove x', 'There is no command content remove.'],
  ['content apply', 'content apply needs a FOLDER.'],
  ['submissions', 'submissions needs export or list or take or reject.'],
  ['submissions list all', 'all is one word too many.'],
  ['comments approve', 'comments approve needs a REF.'],
  ['comments toString a', 'There is no command comments toString.'],
  ['submissions apply a', 'There is no command submissions apply.'],
  ['submissions export', 'submissions export needs a FORM.'],
  ['submissions export ../a', '../a is not the id of a form, such as sports-entry.'],
  ['submissions export a b c', 'c is one word too many.'],
  ['content apply a b', 'b is one word too many.'],
  ['person', 'person needs find or export or erase.'],
  ['person find', 'person find needs a WHO.'],
  ['person export a@b.org', 'person export needs a FOLDER.'],
  ['person erase 0123 456', '456 is one word too many.'],
  ['person find a@b.org --yes', 'There is no option --yes.'],
  ['content apply --yes a', 'There is no option --yes.'],
  ['content apply --force a', 'There is no option --force.'],
])('rejects "%s", and names the help', (line, words) => {
  expect(() => parseCommand(line.split(' ').filter(Boolean))).toThrow(`${words} See npm run api -- --help.`)
})
