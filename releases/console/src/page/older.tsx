import type { SWRInfiniteResponse } from 'swr/infinite'
import { Problem } from '../forms/sending'
import { Button } from './page'

type Pages = SWRInfiniteResponse<{ next?: number | string | null }, Error>
type OlderProps = { pages: Pick<Pages, 'data' | 'error' | 'size' | 'setSize' | 'isValidating'> }

/** Reads the next page of a list, as long as there is one. */
export function Older({ pages: { data = [], error, size, setSize, isValidating } }: OlderProps) {
  if (!data.at(-1)?.next) return null
  const isMissing = size > data.length
  const busy = isMissing && isValidating
  return (
    <>
      <Problem>{isMissing && error?.message}</Problem>
      <Button busy={busy} onClick={() => setSize(data.length + 1)}>
        {busy ? 'Reading …' : 'Show older'}
      </Button>
    </>
  )
}
