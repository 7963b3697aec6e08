import './styles/shell.css'
import './styles/favicon.svg'
import '../.cache/provide-browser'
import { pause } from '@marram/ui/pause'
import { preloadAfterPaint } from './boot/first-paint'

async function enter(): Promise<void> {
  // What is kept from an earlier visit is here before anything is painted: text comes first all the same. And where
  // nothing is painted, the boot script was too early for the preloads behind it.
  await preloadAfterPaint()
  const { start } = await import(/* webpackMode: "eager" */ './start/start')
  await pause()
  await start()
}

void enter().catch((error) => {
  // The boot script counts it.
  document.dispatchEvent(new Event('marram:failed'))
  throw error
})
