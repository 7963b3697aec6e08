import { FieldRow } from '../forms/field-row'
import type { Option, Values } from '../forms/form'
import { useOnce } from '../live'
import { Failure } from '../page/page'
import type { Shows } from './link-words'

type Choices = ReturnType<typeof useChoices>
type WhatProps = { choices: Choices; values: Values; change: (values: Values) => void }

const SOURCE_HINT = 'As npm run share tells it, such as http://127.0.0.1:4001; it must be among PREVIEW_HOSTS.'

/**
 * What there is to be shown in an environment, and which of it is chosen; `shows` is undefined until that is known.
 * Asks for nothing where there is nothing to choose (`null`).
 */
export function useChoices(environment: string | null, { what, part: chosen, version, composition, source }: Values) {
  const known = useOnce('listParts', environment === null ? null : {})
  const part = chosen || known.data?.parts[0]?.part
  const versions = useOnce('listVersions', part === undefined ? null : { part })
  const lived = useOnce('listCompositions', environment === null ? null : { environment, limit: 100 })
  const releases = versions.data?.versions.map((each) => each.version) ?? []
  const all = lived.data?.compositions ?? []
  const shown = version && releases.includes(version) ? version : releases[0]
  const id = composition || all[0]?.id
  const address = source?.trim().replace(/\/+$/, '')
  const shows: Record<string, Shows | undefined> = {
    version: part && shown ? { part, version: shown } : undefined,
    composition: id ? { composition: id } : undefined,
    machine: part && address ? { part, source: address } : undefined,
  }
  return {
    shows: shows[what ?? 'version'],
    part,
    error: known.error ?? versions.error ?? lived.error,
    parts: known.data?.parts.map((each) => each.part) ?? [],
    versions: releases,
    compositions: all.map((each): Option => [each.id, each.live ? `${each.id}, live` : each.id]),
  }
}

/** For whoever does not come from a release: a version of any part, a machine that serves one, or a composition. */
export function WhatFields({ choices: { shows, error, ...choices }, values, change }: WhatProps) {
  const row = (name: string, label: string, options: readonly Option[], value: string) => (
    <FieldRow
      field={{ kind: 'choice', name, label, options }}
      value={value}
      change={(next) => change({ ...values, ...(name === 'part' && { version: '' }), [name]: next })}
    />
  )
  return (
    <>
      {row(
        'what',
        'What it shows',
        [
          ['version', 'A version of one part, on top of what is live'],
          ['composition', 'All versions of a composition'],
          ['machine', 'A part from a machine that somebody works on, on top of what is live'],
        ],
        values.what ?? 'version',
      )}
      {values.what === 'composition' ? (
        row(
          'composition',
          'Composition',
          choices.compositions,
          shows && 'composition' in shows ? shows.composition : '',
        )
      ) : (
        <>
          {row('part', 'Part', choices.parts, choices.part ?? '')}
          {values.what === 'machine' ? (
            <FieldRow
              field={{ kind: 'text', name: 'source', label: 'Its address', max: 300, hint: SOURCE_HINT }}
              value={values.source ?? ''}
              change={(next) => change({ ...values, source: next })}
            />
          ) : (
            row('version', 'Version', choices.versions, shows && 'version' in shows ? shows.version : '')
          )}
        </>
      )}
      {error && <Failure error={error} />}
    </>
  )
}
