import { acceptedEncoding, type Encoding } from '@marram/server/encodings'
import type { FastifyRequest } from 'fastify'

/** Below this, what is saved does not pay for another header. */
const WORTH_ENCODING = 1024

/** How to compress a response; undefined to send it as it is. */
export const encodingFor = ({ headers }: FastifyRequest, body: string | Buffer): Encoding | undefined =>
  body.length < WORTH_ENCODING ? undefined : acceptedEncoding(headers['accept-encoding'])
