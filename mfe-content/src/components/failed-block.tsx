import { isApiError } from '@marram/client/api-error'
import { report } from '@marram/host/report'
import { useRevalidator } from '@marram/host/router'
import { ErrorState } from '@marram/ui/error-state'

/** For a block that the page can stand without: its data, or undefined where the call failed. */
export async function unlessFailed<Data>(call: Promise<Data>): Promise<Data | undefined> {
  try {
    return await call
  } catch (error) {
    if (!isApiError(error)) throw error
    report({ kind: 'block', message: error.message })
    return undefined
  }
}

/** In the place of a block whose call failed, while the rest of the page stands. */
export function FailedBlock({ title }: { title: string }) {
  const { revalidate } = useRevalidator()
  return <ErrorState title={title} onRetry={() => void revalidate()} />
}
