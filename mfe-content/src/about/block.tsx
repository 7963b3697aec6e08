import { Wrap } from '@marram/ui/wrap'
import type { ReactNode } from 'react'
import { FailedBlock } from '../components/failed-block'
import css from './about.module.css'

type Props<Data> = {
  /** Undefined where the call failed, null or an empty list where the host has nothing. */
  of: Data | null | undefined
  /** What is missing, where the call failed. */
  failed: string
  children: (data: Data) => ReactNode
}

/** One block of the page, if there is something for it. */
export function Block<Data>({ of: data, failed, children }: Props<Data>) {
  if (data === undefined)
    return (
      <Wrap className={css.failed}>
        <FailedBlock title={failed} />
      </Wrap>
    )
  return data === null || (Array.isArray(data) && data.length === 0) ? null : children(data)
}
