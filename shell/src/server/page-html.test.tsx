import { Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { pageHtml } from './page-html'

const Faulty = () => {
  throw new Error('no such picture')
}

it('a page is as long as it is, with every part in its place', async () => {
  const texts = Array.from({ length: 300 }, (_, n) => `${'Paragraph & more. '.repeat(20)} ${n}`)
  const page = texts.map((text) => (
    <Suspense key={text} fallback={null}>
      <p>{text}</p>
    </Suspense>
  ))
  expect(await pageHtml(page)).toBe(renderToString(page))
})

it.each([
  ['anywhere', <Faulty key="a" />],
  [
    'in a part that is hydrated later',
    <Suspense key="b" fallback={null}>
      <Faulty />
    </Suspense>,
  ],
])('rejects with the fault of a component, %s', async (_where, page) => {
  await expect(pageHtml(<main>{page}</main>)).rejects.toThrow('no such picture')
})
