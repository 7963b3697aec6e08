import fs from 'node:fs'
import path from 'node:path'
import type { Composition } from '@marram/release-contract/composition'
import { RELEASE_FILE, type SectionRelease } from '@marram/release-contract/release'
import { root } from '../../root'
import { type Front, startFront } from '../front'
import {
  buildYardstick,
  commonHead,
  dataBlock,
  dataOf,
  fontTag,
  initialFiles,
  readFiles,
  sameFonts,
  scriptTag,
  staticResponse,
  styleTag,
} from './built-files'

const addressOf = (name: string) => `/naive-${name}/1.0.0/browser/`
const SECTIONS = ['content', 'events']

/** Federated as the tutorials do: antd shared whole, a discovery document that is fetched, manifests, rendered in the browser. */
export async function startNaiveFederation(site: string, ours: string): Promise<Front> {
  const dist = buildYardstick('naive-federation')
  const files = new Map(
    ['shell', ...SECTIONS].flatMap((name) => [...readFiles(path.join(dist, name, 'browser'), addressOf(name))]),
  )
  const initial = initialFiles(path.join(dist, 'shell/browser'))
  const head = [
    commonHead(),
    ...initial.css.map(styleTag),
    ...sameFonts(ours, new Map([...files].filter(([file]) => file.startsWith(addressOf('shell'))))).map(fontTag),
    ...initial.js.map((file) => scriptTag(file)),
  ]
  const configuration = dataBlock('marram-configuration', dataOf(ours, 'marram-configuration'))
  const html = `<!doctype html><html lang="en"><head>${head.join('')}</head><body><div id="root"></div>${configuration}</body></html>`
  const document = staticResponse(html, 'text/html')
  const discovery = staticResponse(JSON.stringify(discoveryDocument()), 'application/json')
  return startFront(site, (asked) => {
    if (asked === '/discovery.json') return discovery
    if (/^\/(api|media)\/|^\/robots\.txt$/.test(asked)) return undefined
    return files.get(asked) ?? document
  })
}

function discoveryDocument(): { composition: Composition; manifests: Record<string, string> } {
  const releases = SECTIONS.map(
    (name) => JSON.parse(fs.readFileSync(path.join(root, `mfe-${name}/dist`, RELEASE_FILE), 'utf8')) as SectionRelease,
  )
  return {
    composition: {
      id: 'naive-federation',
      shell: { version: '1.0.0', host: '1.0.0' },
      sections: Object.fromEntries(
        releases.map(({ name, title, pages }) => [
          name,
          { title, pages: pages.map(({ files, needs, ...page }) => page), releases: [] },
        ]),
      ),
    },
    manifests: Object.fromEntries(SECTIONS.map((name) => [`mfe-${name}`, `${addressOf(name)}mf-manifest.json`])),
  }
}
