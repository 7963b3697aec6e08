import type { FastifyReply, FastifyRequest } from 'fastify'

/** Where not even a frame can be sent: plain words and a way to try again, without any other file. */
export function lastResort(status: number): string {
  const text =
    status === 503
      ? 'The site cannot show this page at the moment. Please try again in a minute.'
      : 'This address cannot be read. Please check it.'
  return plainPage(`<p>${text}</p><p><a href="/">Go to the home page</a></p>`)
}

/**
 * Something was sent to a page. A browser does that with a form that no script took over: its visitor gets words,
 * everybody else JSON.
 */
export function refuseToTake(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.code(405).headers({ allow: 'GET, HEAD', vary: 'accept' })
  if (!request.headers.accept?.includes('text/html'))
    return reply.send({ code: 405, message: 'Pages are read with GET.' })
  return reply
    .type('text/html; charset=utf-8')
    .send(
      plainPage(
        '<p>This form needs JavaScript, so nothing has been sent. Your entries are still there when you go back.</p>' +
          '<p>Turn JavaScript on for this site before you do.</p>',
      ),
    )
}

const plainPage = (words: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Marram</title><style>:root{color-scheme:light dark}main{max-width:34em;margin:12vh auto;padding:0 20px;font:18px/1.6 system-ui,sans-serif}</style></head><body><main><h1>Marram</h1>${words}</main></body></html>`
