import { useRevalidator } from '@marram/sdk/router'
import type { ReactNode } from 'react'
import { Wrap } from '../page/wrap'
import { ErrorState } from './error-state'
import css from './failed-block.module.css'

/** In the place of a block whose call failed, while the rest of the page stands. */
export function FailedBlock({ title }: { title: string }) {
  const { revalidate } = useRevalidator()
  return <ErrorState title={title} onRetry={() => void revalidate()} />
}

type Props<Data> = {
  /** Undefined where the call failed, null or an empty list where the host has nothing. */
  of: Data | null | undefined
  /** What is missing, where the call failed. */
  failed: string
  children: (data: Data) => ReactNode
}

/** One block of a page, if there is something for it. */
export function Block<Data>({ of: data, failed, children }: Props<Data>) {
  if (data === undefined)
    return (
      <Wrap className={css.failed}>
        <FailedBlock title={failed} />
      </Wrap>
    )
  return data === null || (Array.isArray(data) && data.length === 0) ? null : children(data)
}
