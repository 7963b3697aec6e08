import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'

/** A service with S3's protocol on this machine, and the variables with which the SDK finds it. */
export async function startBucketServer(bucket: string) {
  const directory = mkdtempSync(join(tmpdir(), 'marram-bucket-'))
  const server = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory },
    configureBuckets: [{ name: bucket }],
  })
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
    async close() {
      await server.close()
      rmSync(directory, { recursive: true })
    },
  }
}
