import './styles/shell.css'
import './styles/favicon.svg'
import { pause } from '@marram/ui/pause'
import { provided } from '../.cache/provide-browser'
import { preloadAfterPaint } from './boot/first-paint'

async function enter(): Promise<void> {
  // Cached scripts are here before the first paint, and text comes first all the same.
  await preloadAfterPaint()
  const { start } = await import(/* webpackMode: "eager" */ './start/start')
  await pause()
  await start(provided)
}

void enter().catch((error) => {
  // The boot script counts it.
  document.dispatchEvent(new Event('marram:failed'))
  throw error
})
