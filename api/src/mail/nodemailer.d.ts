declare module 'nodemailer' {
  type Message = { to: string; subject: string; text: string; messageId: string; headers: Record<string, string> }
  /** What we use of it: its own types would bring those of a mail service with them. */
  export function createTransport(
    url: string,
    defaults: { from: string },
  ): { sendMail(mail: Message): Promise<unknown> }
}
