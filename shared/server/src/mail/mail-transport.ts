import { createTransport } from 'nodemailer'

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** `id` becomes its Message-ID, by which mail programs recognize a second attempt. */
export type Mail = { id: string; to: string; subject: string; text: string; headers?: Record<string, string> }
export type MailTransport = { send(mail: Mail): Promise<void> }

/** Thrown if a mail was not accepted. `isFinal`: the address does not exist, or its server refuses our mails. */
export class NotSent extends Error {
  override readonly name = 'NotSent'

  constructor(
    readonly code: string | undefined,
    readonly responseCode: number,
  ) {
    super(`not sent: ${[code, responseCode].filter(Boolean).join(' ')}`)
  }

  get isFinal(): boolean {
    return this.code === 'EENVELOPE' && this.responseCode >= 500
  }
}

/** Sends mails by the SMTP server of a URL. */
export function mailTransport({ url, from }: { url: string; from: string }): MailTransport {
  const transport = createTransport({ url, ...TIMEOUTS }, { from })
  const domain = from.replace(/^.*@|>$/g, '')
  return {
    async send({ id, headers, ...mail }) {
      try {
        await transport.sendMail({
          ...mail,
          messageId: `<${id}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...headers },
        })
      } catch (error) {
        const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
        throw new NotSent(code, responseCode)
      }
    },
  }
}
