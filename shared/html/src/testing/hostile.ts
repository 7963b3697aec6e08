import fs from 'node:fs'
import path from 'node:path'

/** Stands for the clean HTML of what no parser here takes; pages show its plain text. */
export const REFUSED = null

type Case = [name: string, html: string, clean: string | typeof REFUSED]

const written: Case[] = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'hostile.json'), 'utf8'))

const nested = (depth: number) => `${'<blockquote>'.repeat(depth)}a${'</blockquote>'.repeat(depth)}`
const breaks = (elements: number) => `<p>a</p>${'<br>'.repeat(elements - 1)}`
const unread = (tagName: string, child: string) => `<${tagName}>${child.repeat(30_000)}</${tagName}><p>a</p>`
const megabyteOf = (html: string) => html.repeat(Math.ceil(1_000_000 / html.length))

/** At both sides of each limit, where a parser that counts in its own way would show. */
const generated: Case[] = [
  ['as deep as text may be', nested(100), nested(100)],
  ['one deeper', nested(101), REFUSED],
  ['far deeper, never closed', '<div>'.repeat(50_000), REFUSED],
  ['as many elements as text may have', breaks(20_000), breaks(20_000)],
  ['one more', breaks(20_001), REFUSED],
  ['many in a template', unread('template', '<br>'), '<p>a</p>'],
  ['many in a drawing', unread('svg', '<g/>'), '<p>a</p>'],
  ['many in a choice', unread('select', '<br>'), '<p>a</p>'],
  ['formatting that is repeated', `<p>${'<b><i><u><s>'.repeat(4)}${'<p>a'.repeat(7000)}`, REFUSED],
  ['a megabyte of paragraphs', megabyteOf('<p>a</p>'), REFUSED],
  ['a megabyte of words', `<p>${megabyteOf('tide ')}</p>`, `<p>${megabyteOf('tide ')}</p>`],
]

/** For the server's parser and for a real browser's, which must make the same of each. */
export const hostile: Case[] = [...written, ...generated]
