import { choice, type Field, type Option, type Values } from '../forms/form'
import { useOnce } from '../live'
import type { Shows } from './link-words'

const by =
  (...kinds: string[]) =>
  ({ what = '' }: Values) =>
    kinds.includes(what)

/**
 * What there is to be shown in an environment: a version of any part, a composition, or a part that a developer's machine
 * serves. `shows` is what is chosen; undefined until that is known. With `null` it asks the registry for nothing.
 */
export function useChoices(environment: string | null, typed: Values) {
  const known = useOnce('listParts', environment === null ? null : {})
  const part = typed.part || known.data?.parts[0]?.part
  const listed = useOnce('listVersions', part === undefined ? null : { part })
  const lived = useOnce('listCompositions', environment === null ? null : { environment, limit: 100 })
  const versions = listed.data?.versions.map((each) => each.version) ?? []
  const compositions = lived.data?.compositions ?? []
  const version = typed.version && versions.includes(typed.version) ? typed.version : versions[0]
  const composition = typed.composition || compositions[0]?.id
  const source = typed.source?.trim().replace(/\/+$/, '')
  const shows: Record<string, Shows | undefined> = {
    version: part && version ? { part, version } : undefined,
    composition: composition ? { composition } : undefined,
    source: part && source ? { part, source } : undefined,
  }
  const parts = known.data?.parts.map((each) => each.part) ?? []
  const options = compositions.map(({ id, live }): Option => [id, live ? `${id}, live` : id])
  const fields: Field[] = [
    choice('what', 'What it shows', [
      ['version', 'A version of one part, on top of what is live'],
      ['composition', 'All versions of a composition'],
      ['source', "A part from a developer's machine, on top of what is live"],
    ]),
    { ...choice('composition', 'Composition', options), when: by('composition') },
    { ...choice('part', 'Part', parts), when: by('version', 'source') },
    { ...choice('version', 'Version', versions), when: by('version') },
    {
      kind: 'text',
      name: 'source',
      label: 'Its address',
      max: 300,
      hint: 'As npm run share prints it, such as http://127.0.0.1:4001; it must be among PREVIEW_HOSTS.',
      when: by('source'),
    },
  ]
  return {
    shows: shows[typed.what ?? 'version'],
    fields,
    values: { ...typed, part: part ?? '', version: version ?? '', composition: composition ?? '' },
    error: known.error ?? listed.error ?? lived.error,
  }
}
