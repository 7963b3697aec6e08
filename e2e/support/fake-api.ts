import http from 'node:http'

export type FakeApi = { url: string; asked: string[]; close: () => Promise<void> }

/** An API host made of `answer`, by address without its query; undefined is a 404. */
export async function fakeApi(answer: (path: string) => unknown): Promise<FakeApi> {
  const asked: string[] = []
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const path = decodeURIComponent((request.url ?? '').split('?')[0] as string)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer(path) ?? { code: 404, response: 'Not here' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    asked,
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
