import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { PageDocument } from './page-document'

const html = Buffer.from(Array.from({ length: 5000 }, (_, i) => `<p>dune ${i * i}</p>`).join(''))

it('exists in the encodings that were requested', async () => {
  const page = new PageDocument(200, html, 'server')
  expect(page.encodedIn(undefined)).toBe(html)
  expect(page.encodedIn('br')).toBeUndefined()
  const packed = await page.in('br')
  expect(page.encodedIn('br')).toBe(packed)
  expect(page.encodedIn('gzip')).toBeUndefined()
  expect(brotliDecompressSync(packed).equals(html)).toBe(true)
})

it('is compressed more strongly after many requests', async () => {
  const page = new PageDocument(200, html, 'server')
  const first = await page.in('br')
  for (let i = 0; i < 40; i += 1) page.encodedIn('br')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(page.encodedIn('br')).toBe(first)
  for (let i = 0; i < 20; i += 1) page.encodedIn('br')
  await expect.poll(() => page.encodedIn('br')).not.toBe(first)
  const small = page.encodedIn('br') as Buffer
  expect(small.length).toBeLessThan(first.length)
  expect(brotliDecompressSync(small).equals(html)).toBe(true)
  expect(await page.in('br')).toBe(small)
})
