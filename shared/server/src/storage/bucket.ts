import { Disk } from 'flydrive'

/** Operations of services on files in a folder or bucket, by name. */
export type StoredFiles = Pick<Disk, 'put' | 'delete' | 'deleteAll' | 'exists' | 'get' | 'getStream' | 'getMetaData'>

/** A bucket as `s3://bucket/prefix`; region, keys and any other endpoint are the SDK's own variables. Tries it once. */
export async function openBucket(place: string): Promise<StoredFiles> {
  // Imported here: at its top, every bundled program would load them, also where there is no bucket.
  const { S3Client } = await import('@aws-sdk/client-s3')
  const { S3Driver } = await import('flydrive/drivers/s3')
  const { hostname: bucket, pathname } = new URL(place)
  const folder = pathname.replace(/^\/+|\/+$/g, '')
  const prefix = folder && `${folder}/`
  const client = new S3Client({
    // For services where a bucket does not have its own host name, as everywhere except at Amazon.
    forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL),
    // Services that do not support the SDK's default checksums store them as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
  })
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))
  const files = below(prefix, disk)
  await tryOut(files, place)
  return files
}

const below = (prefix: string, disk: Disk): StoredFiles => ({
  put: (name, bytes, options) => disk.put(prefix + name, bytes, options),
  delete: (name) => disk.delete(prefix + name),
  deleteAll: (name) => disk.deleteAll(prefix + name),
  exists: (name) => disk.exists(prefix + name),
  get: (name) => disk.get(prefix + name),
  getStream: (name) => disk.getStream(prefix + name),
  getMetaData: (name) => disk.getMetaData(prefix + name),
})

/** With the two rights that are needed later. */
async function tryOut(files: StoredFiles, place: string): Promise<void> {
  try {
    await files.put('written-at-start', 'to see whether the bucket can be used')
    await files.delete('written-at-start')
  } catch (error) {
    const { cause = error } = error as Error
    throw new Error(`${place} cannot be used: ${(cause as Error).message || cause}`, { cause })
  }
}
