const text: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  cjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  map: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
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

export const contentType = (path: string) => {
  const ending = extension(path)
  return text[ending] ?? binary[ending] ?? 'application/octet-stream'
}

export const isText = (path: string) => Object.hasOwn(text, extension(path))
