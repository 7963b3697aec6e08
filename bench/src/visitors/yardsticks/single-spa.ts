import fs from 'node:fs'
import path from 'node:path'
import { paths } from '@marram/api-contract/paths'
import { type Front, startFront } from '../front'
import {
  buildYardstick,
  commonHead,
  dataBlock,
  dataOf,
  fontTag,
  readFiles,
  sameFonts,
  staticResponse,
  styleTag,
} from './built-files'

const addressOf = (name: string) => `/single-spa-${name}/1.0.0/browser/`
/** Each page's application. */
const APPLICATIONS: Record<string, string> = { [paths.home()]: 'content', [paths.sports()]: 'events' }

/**
 * Two pages as applications of single-spa that share React by one import map in the document, by its recommended set-up. The
 * modules that a page needs are preloaded.
 */
export async function startSingleSpa(site: string, ours: string): Promise<Front & { pages: string[] }> {
  const dist = buildYardstick('single-spa')
  const map = fs.readFileSync(path.join(dist, 'import-map.json'), 'utf8')
  const addresses = [...new Set(Object.values((JSON.parse(map) as { imports: Record<string, string> }).imports))]
  const names = addresses.map((address) => /^\/single-spa-([\w-]+)\//.exec(address)?.[1] as string)
  const files = new Map(names.flatMap((name) => [...readFiles(path.join(dist, name, 'browser'), addressOf(name))]))
  const fonts = sameFonts(ours, new Map([...files].filter(([file]) => file.startsWith(addressOf('layout')))))
  const configuration = dataBlock('marram-configuration', dataOf(ours, 'marram-configuration'))
  const documentOf = (application: string) => {
    const head = [
      commonHead(),
      styleTag(`${addressOf('layout')}static/css/index.css`),
      ...fonts.map(fontTag),
      `<script type="importmap">${map}</script>`,
      ...neededFor(application, addresses).map((address) => `<link rel="modulepreload" href="${address}">`),
      `<script type="module">import '@marram/single-spa-root-config'</script>`,
    ]
    return `<!doctype html><html lang="en"><head>${head.join('')}</head><body><div id="root"></div><div id="application" style="min-height:100vh"></div>${configuration}</body></html>`
  }
  const documents = new Map(
    Object.entries(APPLICATIONS).map(([page, name]) => [page, staticResponse(documentOf(name), 'text/html')]),
  )
  const front = await startFront(site, (asked) => files.get(asked) ?? documents.get(asked))
  return { ...front, pages: [...documents.keys()] }
}

/** Of all modules those that a page of this application loads. */
export function neededFor(application: string, addresses: string[]): string[] {
  const others = Object.values(APPLICATIONS).filter((name) => name !== application)
  return addresses.filter((address) => !others.some((name) => address.startsWith(addressOf(name))))
}
