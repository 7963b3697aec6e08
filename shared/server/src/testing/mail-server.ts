import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { to: string; raw: string; text: string; header(name: string): string | undefined }

/** An SMTP server on this machine that stores mails. `answer` refuses an address by a status from 400 on. */
export async function startMailServer() {
  const received: ReceivedMail[] = []
  const refusals = new Map<string, number>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const responseCode = refusals.get(address)
      done(responseCode ? Object.assign(new Error('not now'), { responseCode }) : null)
    },
    onData(stream, session, done) {
      void text(stream).then((raw) => {
        received.push(readMail(session.envelope.rcptTo.map(({ address }) => address).join(' '), raw))
        done()
      }, done)
    },
  })
  server.on('error', () => {})
  const listener = server.listen(0, '127.0.0.1')
  if (!listener.listening) await once(listener, 'listening')
  return {
    url: `smtp://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    received,
    refusals,
    to: (address: string) => received.filter((mail) => mail.to === address),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
export type MailServer = Awaited<ReturnType<typeof startMailServer>>

function readMail(to: string, raw: string): ReceivedMail {
  const [head = '', ...parts] = raw.split('\r\n\r\n')
  const unfolded = head.replace(/\r\n[ \t]+/g, ' ')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(unfolded)?.[1]
  const body = parts.join('\r\n\r\n')
  return { to, raw, header, text: header('Content-Transfer-Encoding') === 'quoted-printable' ? unquoted(body) : body }
}

const unquoted = (body: string) =>
  Buffer.from(
    body.replace(/=\r\n/g, '').replace(/=([\dA-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString()
