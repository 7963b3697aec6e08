/** How many bytes an image has that is a data URL. */
export const bytesOf = (dataUrl: string) => (dataUrl.length - dataUrl.indexOf(',') - 1) * 0.75

/** In words. Of the bytes that are sent: a photo that was scaled down is smaller than its file. */
export function sizeOf(dataUrl: string): string {
  const bytes = bytesOf(dataUrl)
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
