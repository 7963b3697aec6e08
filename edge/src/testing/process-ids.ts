import { RenderWorker } from '@marram/rendering/render-worker'
import { PROCESS } from './fake-releases'

type Given = Parameters<RenderWorker['ask']>

/** From now on, pages of fake releases show the system's id of their process. */
export function sayProcessIds(): void {
  const real = RenderWorker.prototype.ask
  RenderWorker.prototype.ask = async function <T>(this: RenderWorker, ...given: Given): Promise<T> {
    const response = await real.call<RenderWorker, Given, Promise<T>>(this, ...given)
    const { html } = (response ?? {}) as { html?: Buffer }
    if (!html?.includes(PROCESS)) return response
    return { ...response, html: Buffer.from(html.toString().replaceAll(PROCESS, String(this.pid))) }
  }
}
