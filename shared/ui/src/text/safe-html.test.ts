import { configure } from '@marram/sdk/configuration'
import { configureReports } from '@marram/sdk/report'
import { beforeEach, expect, test } from 'vitest'
import { sanitiseHtml } from './safe-html'

let reported: string[] = []
beforeEach(() => {
  reported = []
  configureReports(({ message }) => reported.push(message))
})

test('allowed markup is kept', async () => {
  expect(await sanitiseHtml('<p onclick="x()">Two <b>tides</b></p>')).toBe('<p>Two <b>tides</b></p>')
})

test('a picture of another host is loaded from there', async () => {
  configure({ apiBase: '', mediaHost: 'https://pictures.example', origin: '' })
  expect(await sanitiseHtml('<img src="/dune.png"><img src="https://marram.example/a.png">')).toMatch(
    /src="https:\/\/pictures\.example\/dune\.png".*src="https:\/\/marram\.example\/a\.png"/,
  )
})

test.each([undefined, null, ''])('%s becomes empty text', async (html) => {
  expect(await sanitiseHtml(html)).toBe('')
})

test('plain text becomes a paragraph', async () => {
  expect(await sanitiseHtml('Two tides a day')).toBe('<p>Two tides a day</p>')
})

test.each([
  ['nested too deeply', `${'<div>'.repeat(5000)}deep &amp; dark &lt;b&gt;`],
  ['made of too many elements', `${'<br>'.repeat(20_001)}deep &amp; dark &lt;b&gt;`],
])('markup that is %s becomes plain text, and that is reported', async (_, html) => {
  expect(await sanitiseHtml(html)).toBe('<p>deep &amp; dark &lt;b&gt;</p>')
  expect(reported).toHaveLength(1)
})

test.each([
  ['text', 'Two tides a day. '],
  ['paragraphs', '<p>Two tides</p>'],
  ['beginnings of tags', '<a <a'],
  ['beginnings of comments', '<!--'],
  ['beginnings of scripts', '<script>'],
  ['quotes that are never closed', '<a href="'],
  ['entities', '&amp;'],
  ['beginnings of entities', '&'],
])('a megabyte of %s becomes short and clean', async (_, part) => {
  const text = await sanitiseHtml(part.repeat(Math.ceil(1_000_000 / part.length)))
  expect(text.length).toBeLessThan(2_500_000)
  expect(text).toMatch(/^<p>[^<]*<\/p>$/)
})
