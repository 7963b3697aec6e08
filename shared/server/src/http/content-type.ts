/** Files that gain by compression. */
const text: Record<string, string> = {
  js: 'text/javascript',
  mjs: 'text/javascript',
  cjs: 'text/javascript',
  css: 'text/css',
  html: 'text/html',
  json: 'application/json',
  map: 'application/json',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webmanifest: 'application/manifest+json',
}

const binary: Record<string, string> = {
  avif: 'image/avif',
  gif: 'image/gif',
  ico: 'image/vnd.microsoft.icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  png: 'image/png',
  wasm: 'application/wasm',
  webm: 'video/webm',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
}

const extension = (path: string) => path.slice(path.lastIndexOf('.') + 1).toLowerCase()

export const isText = (path: string) => Object.hasOwn(text, extension(path))

/** By the file's extension. */
export const contentType = (path: string) =>
  isText(path) ? `${text[extension(path)]}; charset=utf-8` : (binary[extension(path)] ?? 'application/octet-stream')
