import type { LoaderFunction } from 'react-router-dom'
import type { PageModule } from '../federation/pages'

type Ahead = { address: string; data: Promise<unknown>; begunAt: number; controller: AbortController }

/** After that it is loaded again when the link is followed. */
const FRESH_MS = 10_000

/** The data of one page that the visitor may open next: the next load of its address takes it, once. */
export class DataAhead {
  private ahead: Ahead | undefined

  /** Begins to load the data of an address, instead of the one before. */
  begin(address: string, load: (signal: AbortSignal) => Promise<unknown>): void {
    this.cancel()
    const controller = new AbortController()
    const ahead = { address, data: load(controller.signal), begunAt: performance.now(), controller }
    this.ahead = ahead
    ahead.data.catch(() => {
      // It is tried again when the link is followed, and reported then.
      if (this.ahead === ahead) this.ahead = undefined
    })
  }

  /** Ends what is not needed any more. */
  cancel(): void {
    this.ahead?.controller.abort()
    this.ahead = undefined
  }

  /** The same page, whose loader takes what is there for its address. */
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
    const { ahead } = this
    if (ahead?.address !== url) return undefined
    if (performance.now() - ahead.begunAt > FRESH_MS) {
      this.cancel()
      return undefined
    }
    this.ahead = undefined
    signal.addEventListener('abort', () => ahead.controller.abort())
    return ahead.data
  }
}

/** Whether the visitor asked browsers, or this one, to fetch no more than is needed. */
export const savesData = (): boolean =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true ||
  matchMedia('(prefers-reduced-data: reduce)').matches
