import type { LoaderFunction } from 'react-router-dom'
import type { PageModule } from '../federation/pages'

type Ahead = { address: string; data: Promise<unknown>; begunAt: number; controller: AbortController }

/** After this time, following the link loads the data again. */
const FRESH_MS = 10_000

/** The data of a page that the visitor may open next. The next load of its address takes it, once. */
export class DataAhead {
  private ahead: Ahead | undefined

  /** Replaces the previous address. */
  begin(address: string, load: (signal: AbortSignal) => Promise<unknown>): void {
    this.cancel()
    const controller = new AbortController()
    const data = load(controller.signal)
    // Following the link tries again, and reports a failure.
    data.catch(() => {})
    this.ahead = { address, data, begunAt: performance.now(), controller }
  }

  cancel(): void {
    this.ahead?.controller.abort()
    this.ahead = undefined
  }

  /** The same page with a loader that uses data that was fetched ahead for its address. */
  within(page: PageModule): PageModule {
    const { loader } = page
    if (typeof loader !== 'function') return page
    const taking: LoaderFunction = (args, context) => {
      const load = () => loader(args, context)
      return this.take(args.request)?.catch(load) ?? load()
    }
    return { ...page, loader: taking }
  }

  private take({ url, signal }: Request): Promise<unknown> | undefined {
    if (this.ahead && performance.now() - this.ahead.begunAt > FRESH_MS) this.cancel()
    const { ahead } = this
    if (ahead?.address !== url) return undefined
    this.ahead = undefined
    signal.addEventListener('abort', () => ahead.controller.abort())
    return ahead.data
  }
}

/** Whether the visitor has asked to save data, in the system or in this browser. */
export const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true ||
  matchMedia('(prefers-reduced-data: reduce)').matches
