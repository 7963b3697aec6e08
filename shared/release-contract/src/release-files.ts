/** The name of the part that renders header, navigation and footer. */
export const SHELL = 'shell'
/** Prefixes of the shell's keys in browser storage: a section must not remove them at a logout. */
export const SHELL_PREFIXES: [leftSession: string, ...string[]] = ['marram:left-session:']
/** Of a shell: the script that its pages run in a worker, to see whether they respond. Earlier ones have none. */
export const WATCHDOG = 'watchdog.js'

/** Where a release file is served, on every origin. */
export const releaseFileUrl = (name: string, ver: string, file: string) => `/releases/files/${name}/${ver}/${file}`

/** The scripts and styles of releases that a document names, each once. */
export const releaseFilesIn = (html: string): { address: string; part: string; version: string }[] =>
  [...new Set([...html.matchAll(/(?:src|href)="(\/releases\/files\/[^"]+)"/g)].map(([, address = '']) => address))].map(
    (address) => {
      const [, , , part = '', version = ''] = address.split('/')
      return { address, part, version }
    },
  )
