import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** A service with S3's protocol on this machine, and the variables with which the SDK finds it. */
export async function startBucketServer(bucket: string) {
  const directory = mkdtempSync(join(tmpdir(), 'marram-bucket-'))
  const onPort = (port: number) =>
    new S3rver({
      ...{ address: '127.0.0.1', port, silent: true, directory },
      configureBuckets: [{ name: bucket }],
    })
  let server = onPort(0)
  const { port } = await server.run()
  return {
    environment: {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_REGION: 'eu-west-2',
      // The only pair that it knows.
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    /** Names of the objects, with their folders. */
    objects: () =>
      readdirSync(join(directory, bucket), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('._S3rver_object'))
        .map((file) => file.replace('._S3rver_object', '')),
    fileOf: (name: string) => join(directory, bucket, `${name}._S3rver_object`),
    typeOf: (name: string): string =>
      JSON.parse(readFileSync(join(directory, bucket, `${name}._S3rver_metadata.json`), 'utf8'))['content-type'],
    /** Nothing responds at its address until the work is done. */
    async during(work: () => Promise<void>) {
      await server.close()
      await work()
      server = onPort(port)
      await server.run()
    },
    async close() {
      await server.close()
      rmSync(directory, { recursive: true })
    },
  }
}
