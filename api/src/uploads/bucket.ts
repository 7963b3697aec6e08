import { S3Client } from '@aws-sdk/client-s3'
import { Disk } from 'flydrive'
import { S3Driver } from 'flydrive/drivers/s3'
import type { UploadFiles } from './upload-files'

/** A bucket as `s3://bucket/prefix`; region, keys and any other endpoint are the SDK's own variables. Tries it once. */
export async function openBucket(place: string): Promise<UploadFiles> {
  const { hostname: bucket, pathname } = new URL(place)
  const folder = pathname.replace(/^\/+|\/+$/g, '')
  const prefix = folder && `${folder}/`
  const client = new S3Client({
    // Where a bucket is not a host name of its own, as everywhere but at Amazon.
    forcePathStyle: Boolean(process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL),
    // The checksums that the SDK adds otherwise are stored as part of the file by services that do not know them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
  })
  const disk = new Disk(new S3Driver({ client, bucket, visibility: 'private', supportsACL: false }))
  const files: UploadFiles = {
    put: (name, bytes, options) => disk.put(prefix + name, bytes, options),
    delete: (name) => disk.delete(prefix + name),
  }
  await tryOut(files, place)
  return files
}

/** With the two rights that are needed later. */
async function tryOut(files: UploadFiles, place: string): Promise<void> {
  try {
    await files.put('written-at-start', 'to see whether the bucket can be used')
    await files.delete('written-at-start')
  } catch (error) {
    const { cause = error } = error as Error
    throw new Error(`${place} cannot be used: ${(cause as Error).message || cause}`, { cause })
  }
}
