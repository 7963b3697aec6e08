export type ImageKind = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif' | 'svg' | 'heic'

/** What ISO media files with HEVC pictures go by. AVIF is another such file, and may name the general ones as well. */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']

/** The kind of an image by its first bytes, never by what it is called. */
export function imageKind(bytes: Uint8Array): ImageKind | undefined {
  const text = String.fromCharCode(...bytes.subarray(0, 4096))
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^RIFF.{4}WEBP/s.test(text)) return 'webp'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (text.startsWith('ftyp', 4)) {
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
    const brands: string[] = text.slice(8, Math.min(length, 200)).match(/.{4}/gs) ?? []
    if (brands.includes('avif')) return 'avif'
    return brands.some((brand) => heicBrands.includes(brand)) ? 'heic' : undefined
  }
  return /<svg[\s>]/i.test(text) ? 'svg' : undefined
}
