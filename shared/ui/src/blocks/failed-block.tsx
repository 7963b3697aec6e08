import { useRevalidator } from '@marram/sdk/router'
import type { ReactNode } from 'react'
import { Button } from '../forms/button'
import { Wrap } from '../page/wrap'
import css from './failed-block.module.css'
import noticeCss from './notice.module.css'

/** Replaces a block whose call failed. */
export function FailedBlock({ title }: { title: string }) {
  const { revalidate } = useRevalidator()
  return (
    <div className={`${noticeCss.notice} ${noticeCss.failed}`} role="alert">
      <div>
        <p className={noticeCss.title}>{title}</p>
        <Button size="small" className={noticeCss.retry} onClick={() => void revalidate()}>
          Try again
        </Button>
      </div>
    </div>
  )
}

type Props<Data> = {
  /** Undefined if the call failed, null or an empty list if the host has nothing. */
  of: Data | null | undefined
  /** The message for a failed call. */
  failed: string
  children: (data: Data) => ReactNode
}

/** A block of a page, if there is data for it. */
export function Block<Data>({ of: data, failed, children }: Props<Data>) {
  if (data === undefined)
    return (
      <Wrap className={css.failed}>
        <FailedBlock title={failed} />
      </Wrap>
    )
  return data === null || (Array.isArray(data) && data.length === 0) ? null : children(data)
}
