import { Suspense, use } from 'react'
import { expect, it } from 'vitest'
import { pageHtml } from './page-html'

const Faulty = () => {
  throw new Error('no such picture')
}

it('a page is whole, with every part in its place', async () => {
  const texts = Array.from({ length: 300 }, (_, n) => `${'Paragraph, and more. '.repeat(20)} ${n}`)
  const page = texts.map((text) => (
    <Suspense key={text} fallback={null}>
      <p>{text}</p>
    </Suspense>
  ))
  expect((await pageHtml(page)).replaceAll(/<!--.*?-->/g, '')).toBe(texts.map((text) => `<p>${text}</p>`).join(''))
})

const Waiting = () => use(new Promise<string>(() => {}))

it('rejects for a part that waits while the page is rendered', async () => {
  const page = (
    <Suspense fallback={null}>
      <Waiting />
    </Suspense>
  )
  await expect(pageHtml(page)).rejects.toThrow('waited')
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
