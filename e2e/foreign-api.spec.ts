import http from 'node:http'
import { startEdge } from './support/edge'
import { expect, test } from './support/test'
import { documentOf } from './support/variant'
import { ready, watch } from './support/watch'

/** An API host of another temper: everything is HTTP 200, `Data` in odd places, numbers as text, much is missing. */
const answers: Record<string, unknown> = {
  '/api/sports/open': {
    code: '200',
    Data: [
      {
        slug: 'ice-swim',
        title: 'Ice swim',
        image: 'uploads/ice.png',
        date_from: '2027-02-01',
        date_to: '2027-02-02',
        open: '1',
        form: 42,
        extra: {},
      },
    ],
  },
  '/api/sports/detail/ice-swim': {
    Data: {
      slug: 'ice-swim',
      title: 'Ice swim',
      image: 'https://pictures.example/ice.png',
      description: '<p>Cold.</p><script>window.__hostile=1</script>',
      date_from: '2027-02-01',
      date_to: '2027-02-02',
      open: true,
      form: null,
    },
  },
  '/api/home/': { code: 200, data: { title: 'Another host', description: '<p>Hello</p>' } },
  '/api/main-news/featured': { code: 200, message: 'nothing' },
}

test('the whole site can be pointed at another API host when it starts', async ({ site, page }) => {
  const asked: string[] = []
  const host = http.createServer((request, response) => {
    const address = (request.url ?? '').split('?')[0] as string
    asked.push(`${address} ${request.headers.cookie ?? ''}`)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answers[address] ?? { code: 404, response: 'Not here' }))
  })
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
  const api = `http://127.0.0.1:${(host.address() as { port: number }).port}`
  const other = await startEdge({ API_HOST: api, MEDIA_HOST: api, RELEASES_URL: site.registry })
  try {
    const sports = await documentOf(other, '/sports')
    expect(sports.html).toContain('Ice swim')
    expect(sports.html).toContain(`${api}/uploads/ice.png`)
    expect(sports.headers.get('content-security-policy')).toContain(api)
    expect((await documentOf(other, '/')).html).toContain('Another host')
    expect((await documentOf(other, '/sports-details/unknown')).status).toBe(404)
    const { violations } = await watch(page)
    await page.goto(`${other.url}/sports`)
    expect(await ready(page)).toBe('hydrated')
    await page.getByRole('link', { name: 'Ice swim' }).click()
    await expect(page.getByText('Cold.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'REGISTER NOW' })).toHaveCount(0)
    expect(await page.evaluate(() => '__hostile' in window)).toBe(false)
    // Only the picture of a third host is stopped.
    expect((await violations()).every((violation) => violation.includes('pictures.example'))).toBe(true)
    // Visitors' cookies are this site's own business.
    expect(asked.filter((line) => line.includes('marram_visitor'))).toEqual([])
  } finally {
    await other.stop()
    host.closeAllConnections()
    host.close()
  }
})
